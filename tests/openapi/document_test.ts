/** OpenAPI documents of random specs, and of the projects that they generate. */

import { Validator } from "@seriousme/openapi-schema-validator";
import { deepEqual, doesNotMatch, equal } from "node:assert/strict";
import { parse } from "yaml";
import { jsonDepth, parseJson } from "../../core/json.ts";
import {
  createMemoryWorkspace,
  exportOpenApi,
  generateApi,
  importOpenApi,
  specToOpenApi,
} from "../../mod.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { pathOf } from "../generators/written_spec.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

const NUM_RUNS = IS_FULL_TIER ? 500 : 25;

interface ParsedOperation {
  readonly operationId: string;
  "x-layerwright"?: { body?: unknown };
  readonly responses: Readonly<Record<string, ParsedResponse>>;
}

interface ParsedResponse {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

interface ParsedDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ParsedOperation>>>>;
}

/** Returns the document of a spec, which has the title `demo`. */
async function documentOf(spec: string, format: "json" | "yaml" = "json"): Promise<string> {
  const { status, data } = await specToOpenApi(spec, { title: "demo", format });
  equal(status, "unchanged");
  return data?.document ?? "";
}

/** Parses a document, sorts its tags, and removes its description. */
function parsed(text: string | null | undefined): ParsedDocument {
  const document = JSON.parse(text ?? "");
  delete document.info.description;
  return { ...document, tags: document.tags.toSorted(byName) };
}

function byName(
  { name: one }: { readonly name: string },
  { name: other }: { readonly name: string },
) {
  return one < other ? -1 : 1;
}

Deno.test("the documents of specs fit the official schema, with an example for each mock", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text, endpoints }) => {
      const document = await documentOf(text);
      const { valid, errors } = await new Validator().validate(JSON.parse(document));
      deepEqual([valid, errors ?? null], [true, null]);
      const { paths } = parsed(document);
      const operations = Object.values(paths).flatMap((each) => Object.values(each));
      equal(new Set(operations.map(({ operationId }) => operationId)).size, endpoints.length);
      for (const endpoint of endpoints) {
        const { method, mock, status } = endpoint;
        const path = pathOf(endpoint).replace(/:\w+\}/g, "}");
        const response = paths[path]?.[method.toLowerCase()]
          ?.responses[status ?? (method === "POST" ? 201 : 200)];
        if (mock === null) continue;
        deepEqual(response?.content?.["application/json"]?.example, JSON.parse(mock));
      }
    }),
    { numRuns: NUM_RUNS, endOnFailure: true },
  );
});

Deno.test("a document describes the accepted bodies and the responses", async () => {
  const spec = {
    routes: {
      carts: {
        type: "POST",
        body: { "customer": 7, "note?": "ring", "lines": [{ "id": 1 }] },
        mock: { id: 2 },
        subroutes: {
          cart: {
            path: "/{id:int}",
            methods: { GET: { mock: { id: 2 } }, PUT: {}, DELETE: { status: 204 } },
          },
        },
      },
    },
  };
  const { paths } = JSON.parse(await documentOf(JSON.stringify(spec)));
  const { post } = paths["/carts"];
  const { put, delete: remove } = paths["/carts/{id}"];
  const lines = {
    type: "array",
    items: {
      type: "object",
      properties: { id: { type: "integer" } },
      required: ["id"],
      additionalProperties: false,
    },
  };
  deepEqual(post.requestBody, {
    required: true,
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: { customer: { type: "integer" }, note: { type: "string" }, lines },
          required: ["customer", "lines"],
          additionalProperties: false,
        },
        example: { customer: 7, note: "ring", lines: [{ id: 1 }] },
      },
    },
  });
  deepEqual(Object.keys(post.responses), ["201", "400", "413", "415", "422", "default"]);
  deepEqual(post.responses[201].headers, { Location: { schema: { type: "string" } } });
  deepEqual(put.requestBody, { required: false, content: { "application/json": { schema: {} } } });
  deepEqual(Object.keys(put.responses), ["200", "400", "413", "415", "default"]);
  deepEqual(remove.responses[204], { description: "No Content" });
});

const SEARCHED = {
  routes: {
    products: {
      methods: {
        GET: {
          query: { "q?": "tea", limit: 20, "min?": 1.5, "sale?": true, "tags?": ["new"] },
          headers: { "X-Tenant": "acme", "X-Ids?": [7] },
        },
        POST: { query: { "sure??": [1, 2.5] }, body: { name: "Teapot" } },
        PUT: { body: { name: "Teapot" } },
        DELETE: { headers: { "X-Size": { $default: 20, $minimum: 1 } } },
      },
    },
  },
} as const;

/** The operations that check requests, the names of their responses with 422, and the schemas. */
const REFUSED = [
  ["get", "UnprocessableParameters", { $ref: "#/components/schemas/ParameterProblems" }],
  ["post", "UnprocessableRequest", {
    anyOf: ["Body", "Parameter"].map((each) => ({ $ref: `#/components/schemas/${each}Problems` })),
  }],
  ["delete", "UnprocessableParameters", { $ref: "#/components/schemas/ParameterProblems" }],
  ["put", "UnprocessableContent", { $ref: "#/components/schemas/BodyProblems" }],
] as const;

Deno.test("a document describes the query and the headers, and the response to one that does not fit", async () => {
  const { paths, components } = JSON.parse(await documentOf(JSON.stringify(SEARCHED)));
  const { get, post, delete: remove } = paths["/products"];
  const array = (type: string) => ({ type: "array", items: { type } });
  deepEqual([get, post, remove].flatMap((each) => each.parameters), [
    { name: "q", in: "query", schema: { type: "string" }, example: "tea" },
    { name: "limit", in: "query", required: true, schema: { type: "integer" }, example: 20 },
    { name: "min", in: "query", schema: { type: "number" }, example: 1.5 },
    { name: "sale", in: "query", schema: { type: "boolean" }, example: true },
    { name: "tags", in: "query", schema: array("string"), example: ["new"] },
    { name: "X-Tenant", in: "header", required: true, schema: { type: "string" }, example: "acme" },
    { name: "X-Ids", in: "header", schema: array("integer"), example: [7] },
    { name: "sure?", in: "query", required: true, schema: array("number"), example: [1, 2.5] },
    {
      name: "X-Size",
      in: "header",
      schema: { type: "integer", minimum: 1, default: 20 },
      example: 20,
    },
  ]);
  for (const [method, name, schema] of REFUSED) {
    const { $ref } = paths["/products"][method].responses[422];
    equal($ref, `#/components/responses/${name}`);
    deepEqual(components.responses[name].content["application/problem+json"].schema, schema);
  }
  const { items } = components.schemas.ParameterProblems.properties.errors;
  deepEqual(Object.keys(items.properties), ["parameter", "in", "detail"]);
});

Deno.test("the document of a project has the headers that its code sets", async () => {
  const spec = `{"routes": {"carts": {"resource": {"id": 1, "name": "Teapot"}}}}`;
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", spec);
  const { data } = await exportOpenApi(workspace, "demo");
  const { paths } = JSON.parse(data?.document ?? "");
  deepEqual(Object.keys(paths["/carts"].post.responses[201].headers), ["Location"]);
  equal(paths["/carts/{item_id}"].get.responses[200].headers, undefined);
});

Deno.test("the document of a project has the mocks of services that handlers get in other ways", async () => {
  const spec = `{"routes": {"carts": {"type": "GET", "mock": [1]}}}`;
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", spec);
  const files = Object.fromEntries(workspace.files());
  const path = "api/routes/carts_route.py";
  const edited = files[path]?.replace("return CartsService()", "return container.get()")
    .replace("-> CartsService:", "-> Any:") ?? "";
  doesNotMatch(edited, /-> CartsService|CartsService\(\)/);
  const { data } = await exportOpenApi(createMemoryWorkspace({ ...files, [path]: edited }), "demo");
  const { get } = parsed(data?.document).paths["/carts"] ?? {};
  deepEqual(get?.responses["200"]?.content?.["application/json"]?.example, [1]);
});

/** The expression that a handler returns, and the content of its response in the document. */
const CONTENTS: readonly (readonly [returned: string, content: unknown])[] = [
  ["jsonify(find())", { "application/json": { schema: {} } }],
  ["jsonify(find()), 201", { "application/json": { schema: {} } }],
  ["jsonify(1)", { "application/json": { schema: { type: "integer" }, example: 1 } }],
  ["[]", { "application/json": { schema: { type: "array", items: {} }, example: [] } }],
  ["find()", { "*/*": { schema: {} } }],
  ['"text"', { "*/*": { schema: {} } }],
  ['render_template("a.html")', { "*/*": { schema: {} } }],
  ['"", 204', undefined],
];

Deno.test("the document of a project promises JSON only where its code returns JSON", async () => {
  for (const [returned, content] of CONTENTS) {
    const workspace = createMemoryWorkspace({
      "app.py": "from flask import Flask, jsonify, render_template\n\napp = Flask(__name__)\n\n\n" +
        `@app.get("/a")\ndef a():\n    return ${returned}\n`,
    });
    const { data } = await exportOpenApi(workspace, "demo");
    const { responses } = JSON.parse(data?.document ?? "").paths["/a"].get;
    const [code = ""] = Object.keys(responses);
    deepEqual(responses[code].content, content, returned);
  }
});

Deno.test("the document of a project has the queries and bodies that it checks, and the items that it creates", async () => {
  const spec = {
    routes: {
      teapots: { resource: { id: 1, name: "Teapot", price: 24.5 } },
      carts: { type: "POST" as const, body: { customer: 7, "note?": "ring" } },
      ...SEARCHED.routes,
    },
  };
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "demo", spec, { folder: "." });
  const { data: ofProject } = await exportOpenApi(workspace, "demo");
  const { data: ofSpec } = await specToOpenApi(spec, { title: "demo" });
  equal(ofProject?.document, ofSpec?.document);
});

/**
 * Parses a document without its examples of bodies with question marks. A document of code lacks some
 * of these marks: those in values that may be anything.
 */
function withoutMarks(text: string | null | undefined): ParsedDocument {
  const document = parsed(text);
  for (const operations of Object.values(document.paths)) {
    for (const operation of Object.values(operations)) {
      const { body: _, ...facts } = operation["x-layerwright"] ?? {};
      if (Object.keys(facts).length > 0) operation["x-layerwright"] = facts;
      else delete operation["x-layerwright"];
    }
  }
  return document;
}

Deno.test("a generated project has the document of its spec", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "demo", text);
      const { data } = await exportOpenApi(workspace, "demo");
      deepEqual(data?.omitted, []);
      deepEqual(withoutMarks(data.document), withoutMarks(await documentOf(text)));
    }),
    { numRuns: NUM_RUNS, endOnFailure: true },
  );
});

/** Texts with characters that YAML has to escape, and with those that look like other values. */
const YAML_TEXTS = [
  "\u2028",
  "a\u2029: b",
  "\u0085",
  "\u007f\u0080\u009f",
  "\ufeff",
  "\ufffe\uffff",
  "\ud800",
  "\udc00\u2028\u{1f600}",
  "\r\n\u0000\t",
  "yes",
  "0o17",
  "12:30",
  "2024-01-01",
  "",
  "# \u2028",
];

Deno.test("a document in YAML has characters that every parser reads", async () => {
  const nested = YAML_TEXTS.reduceRight<unknown>((inner, text) => ({ [text]: [inner, text] }), 1);
  const members = YAML_TEXTS.map((text) => [text, text]);
  const mock = { ...Object.fromEntries(members), nested };
  const text = JSON.stringify({ routes: { a: { type: "GET", mock } } });
  const yaml = await documentOf(text, "yaml");
  doesNotMatch(
    yaml,
    /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u,
  );
  const json = JSON.parse(await documentOf(text));
  for (const version of ["1.1", "1.2"] as const) deepEqual(parse(yaml, { version }), json);
});

Deno.test("a document in YAML marks numbers that YAML 1.1 would read as text", async () => {
  const mock = "[1E5, 1.5e3, 2.5E+3, 1e-7, 1.0, 12]";
  const text = `{"routes": {"a": {"type": "GET", "mock": ${mock}}}}`;
  const yaml = await documentOf(text, "yaml");
  const found = [...yaml.matchAll(/^ *- (.*[0-9])$/gm)].map(([, written]) => written);
  deepEqual(found, ["!!float 1E5", "!!float 1.5e3", "2.5E+3", "!!float 1e-7", "1.0", "12"]);
  const { data } = await importOpenApi(yaml);
  equal(JSON.parse(data?.spec ?? "").routes.a.mock.length, 6);
  equal(data?.spec?.includes(`"mock": ${mock}`), true);
  const json = JSON.parse(await documentOf(text));
  for (const version of ["1.1", "1.2"] as const) deepEqual(parse(yaml, { version }), json);
});

Deno.test("a document in YAML has the values of the one in JSON", async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, async ({ text }) => {
      // The parser of the test is recursive.
      fc.pre(jsonDepth(parseJson(text)) < 100);
      const yaml = await documentOf(text, "yaml");
      equal(await documentOf(text, "yaml"), yaml);
      deepEqual(parse(yaml), JSON.parse(await documentOf(text)));
    }),
    { numRuns: NUM_RUNS, endOnFailure: true },
  );
});
