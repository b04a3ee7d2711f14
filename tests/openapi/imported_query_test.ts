/** Query parameters of OpenAPI documents as queries of specs. */

import { deepEqual, equal } from "node:assert/strict";
import { importOpenApi, specToOpenApi } from "../../mod.ts";
import { assertLinear } from "../tools/counted_work.ts";

interface Imported {
  // deno-lint-ignore no-explicit-any
  readonly routes: any;
  /** What was dropped, without its place. */
  readonly dropped: readonly string[];
}

async function imported(paths: object, components: object = {}): Promise<Imported> {
  const { data, diagnostics } = await importOpenApi(
    JSON.stringify({ openapi: "3.1.0", paths, components }),
  );
  const dropped = diagnostics.map(({ message }) =>
    message.replace(/^Dropped | of (?:GET|PUT|DELETE) \S+ \(line 1\).*/g, "")
  );
  return { routes: JSON.parse(data?.spec ?? "{}").routes, dropped };
}

/** Returns the query of an operation with one parameter, and what was dropped. */
async function queryOf(parameter: object): Promise<readonly [unknown, string]> {
  const parameters = [{ in: "query", name: "p", ...parameter }];
  const { routes, dropped } = await imported({ "/a": { get: { parameters } } });
  return [routes.a.query, dropped.join(", ")];
}

const STRINGS = { type: "array", items: { type: "string" } };
const CSV = { explode: false, schema: STRINGS };

/** A parameter, the query in the spec, and the kinds of parts that were dropped. */
const PARAMETERS: readonly (readonly [parameter: object, query: unknown, dropped: string])[] = [
  [{}, { "p?": "string" }, ""],
  [{ required: true }, { p: "string" }, ""],
  [{ name: "p?" }, { "p???": "string" }, ""],
  [{ name: "..." }, { "...?": "string" }, ""],
  [{ schema: { type: "integer" } }, { "p?": 1 }, ""],
  [{ schema: { type: "boolean" } }, { "p?": true }, ""],
  [{ schema: STRINGS }, { "p?": ["string"] }, ""],
  [{ explode: true, style: "form", schema: STRINGS }, { "p?": ["string"] }, ""],
  [{ schema: { type: "array" } }, { "p?": ["string"] }, ""],
  [{ schema: { allOf: [{ type: "integer" }] } }, { "p?": 1 }, ""],
  // Examples, in order, if their type is right.
  [
    { example: "tea", schema: { type: "string", default: "milk" } },
    { p: { $example: "tea", $default: "milk" } },
    "",
  ],
  [
    { examples: { a: { value: 5 }, b: { value: 6 } }, schema: { type: "integer" } },
    { "p?": 5 },
    "the further example",
  ],
  [
    { schema: { type: "integer", example: 7, default: 8 } },
    { p: { $example: 7, $default: 8 } },
    "",
  ],
  [{ example: "x", schema: { type: "integer", default: 8 } }, { p: { $default: 8 } }, ""],
  [{ example: 1.5, schema: { type: "integer" } }, { "p?": 1 }, ""],
  [{ example: 5, schema: { type: "string" } }, { "p?": "5" }, ""],
  [{ schema: { type: "string", enum: [null, "b", "c"] } }, { "p?": "b" }, "the enum"],
  [{ example: ["a", 1], schema: STRINGS }, { "p?": ["a", "1"] }, ""],
  [{ example: "a", schema: STRINGS }, { "p?": ["a"] }, ""],
  [{ example: [], schema: STRINGS }, { "p?": ["string"] }, ""],
  [
    { schema: { type: "array", items: { type: "string", enum: ["b"] } } },
    { "p?": [{ $enum: ["b"] }] },
    "",
  ],
  [{ schema: { type: "integer", example: 1e18, minimum: 1e20 } }, { "p?": 1 }, "the bound"],
  [{ example: "a\0" }, { "p?": "string" }, ""],
  // Limits and defaults.
  [
    { schema: { type: "string", enum: ["a", "b", "a"], default: "b" } },
    { p: { $default: "b", $enum: ["a", "b"] } },
    "",
  ],
  [
    { example: "b", schema: { enum: ["a", "b"] } },
    { "p?": { $example: "b", $enum: ["a", "b"] } },
    "",
  ],
  [{ schema: { type: "integer", enum: [1, 2] } }, { "p?": { $enum: [1, 2] } }, ""],
  [{ schema: { const: "a" } }, { "p?": { $enum: ["a"] } }, ""],
  [{ schema: { type: "number", enum: [1, 2.5] } }, { "p?": 1 }, "the enum"],
  [{ schema: { type: "string", enum: [1, 2] } }, { "p?": "1" }, "the enum"],
  [{ schema: { type: "string", enum: Array.from("x".repeat(101), (x, at) => x + at) } }, {
    "p?": "x0",
  }, "the enum"],
  [
    { schema: { type: "boolean", enum: [true], default: false } },
    { p: { $default: false } },
    "the enum",
  ],
  [
    { schema: { type: "string", enum: ["a", "bb"], minLength: 2 } },
    { "p?": { $enum: ["bb"] } },
    "",
  ],
  [
    { schema: { allOf: [{ enum: ["a", "b"] }, { type: "string", enum: ["b", "c"] }] } },
    { "p?": { $enum: ["b"] } },
    "",
  ],
  [{ schema: { allOf: [{ enum: ["a"] }, { enum: ["b"] }] } }, { "p?": "a" }, "2 enums, such as"],
  [
    { schema: { type: "string", enum: ["a"], default: "b" } },
    { "p?": { $enum: ["a"] } },
    "the default",
  ],
  [{ schema: { type: "integer", default: "1" } }, { "p?": 1 }, "the default"],
  [{ schema: { type: "number", default: 2, minimum: 1 } }, { p: { $default: 2, $minimum: 1 } }, ""],
  [{ required: true, schema: { type: "integer", default: 2 } }, { p: 2 }, "the default"],
  [{ schema: { ...STRINGS, default: ["a"] } }, { p: { $default: ["a"] } }, ""],
  [
    { example: ["b"], schema: { ...STRINGS, default: ["a"] } },
    { p: { $example: ["b"], $default: ["a"] } },
    "",
  ],
  [
    { schema: { ...STRINGS, default: [] } },
    { p: { $example: ["string"], $default: [] } },
    "",
  ],
  [{ schema: { ...STRINGS, default: "a" } }, { "p?": ["a"] }, "the default"],
  [{ schema: { ...STRINGS, default: ["a", 1] } }, { "p?": ["a", "1"] }, "the default"],
  [{ required: true, schema: { ...STRINGS, default: ["a"] } }, { p: ["a"] }, "the default"],
  [
    { schema: { type: "array", items: { enum: ["a", "b"] }, default: ["b"] } },
    { p: { $example: [{ $example: "b", $enum: ["a", "b"] }], $default: ["b"] } },
    "",
  ],
  [
    { schema: { type: "array", items: { enum: ["a", "b"] }, default: ["c"] } },
    { "p?": [{ $enum: ["a", "b"] }] },
    "the default",
  ],
  [{ schema: { type: "integer", minimum: 5, maximum: 1 } }, { "p?": 1 }, "2 bounds, such as"],
  [
    { schema: { allOf: [{ type: "integer", minimum: 2 }, { minimum: 3, maximum: 4 }] } },
    { "p?": { $example: 3, $minimum: 3, $maximum: 4 } },
    "",
  ],
  [{ schema: { type: "integer", minimum: 0.5 } }, { "p?": 1 }, "the bound"],
  [{ schema: { type: "string", maxLength: 1e7 } }, { "p?": "string" }, "the bound"],
  [
    { schema: { type: "array", items: { type: "integer", maximum: 4 } }, example: [2, 9] },
    { "p?": [{ $example: 2, $maximum: 4 }] },
    "",
  ],
  [
    { schema: { type: ["integer", "string"], minLength: 2 } },
    { "p?": "string" },
    "the bound, the choice of schemas",
  ],
  [
    { allowEmptyValue: true, schema: { enum: ["a"] } },
    { "p?": { $enum: ["a"] } },
    "the empty value",
  ],
  [{ allowEmptyValue: true, schema: { enum: [""] } }, { "p?": { $enum: [""] } }, ""],
  // Formats, unless they contradict other parts of the schema.
  [
    { schema: { type: "string", format: "uuid" } },
    { "p?": { $example: "00000000-0000-0000-0000-000000000000", $format: "uuid" } },
    "",
  ],
  [
    { example: "2026-11-29", schema: { format: "date", default: "2026-12-24" } },
    { p: { $example: "2026-11-29", $default: "2026-12-24", $format: "date" } },
    "",
  ],
  [
    { example: "tomorrow", schema: { type: "string", format: "date" } },
    { "p?": { $example: "2026-01-01", $format: "date" } },
    "",
  ],
  [{ schema: { format: "date", example: "tomorrow" } }, { "p?": "tomorrow" }, "the format"],
  [{ schema: { format: "date", default: "today" } }, { p: { $default: "today" } }, "the format"],
  [
    { schema: { format: "date", enum: ["2026-01-31"] } },
    { "p?": { $enum: ["2026-01-31"], $format: "date" } },
    "",
  ],
  [
    { schema: { format: "date", enum: ["2026-01-31", "today"] } },
    { "p?": { $enum: ["2026-01-31", "today"] } },
    "the format",
  ],
  [
    { schema: { type: "string", format: "date", maxLength: 9 } },
    { "p?": { $example: "2026-01-0", $maxLength: 9 } },
    "the format",
  ],
  [
    { schema: { type: "string", format: "email", maxLength: 99 } },
    { "p?": { $example: "user@example.com", $maxLength: 99, $format: "email" } },
    "",
  ],
  [
    { schema: { allOf: [{ type: "string", format: "date" }, { format: "uri" }] } },
    { "p?": "string" },
    "2 formats, such as",
  ],
  [
    { schema: { type: "array", items: { type: "string", format: "date" } } },
    { "p?": [{ $example: "2026-01-01", $format: "date" }] },
    "",
  ],
  // Rules that a spec cannot express.
  [
    { schema: { type: "integer", minimum: 0, maximum: 9, format: "int32" } },
    { "p?": { $example: 1, $minimum: 0, $maximum: 9 } },
    "the format",
  ],
  [
    { schema: { type: "string", pattern: "^a", minLength: 9 } },
    { "p?": { $example: "stringxxx", $minLength: 9 } },
    "the pattern",
  ],
  [{ schema: { type: "string", format: "password" } }, { "p?": "string" }, "the format"],
  [{ schema: { ...STRINGS, uniqueItems: true } }, { "p?": ["string"] }, "the bound"],
  [{ schema: { type: ["integer", "null"] } }, { "p?": 1 }, "the nullable value"],
  [{ schema: { type: ["integer", "string"] } }, { "p?": "string" }, "the choice of schemas"],
  [
    { schema: { oneOf: [{ type: "string" }, STRINGS] } },
    { "p?": ["string"] },
    "the choice of schemas",
  ],
  [{ allowEmptyValue: true, schema: { type: "boolean" } }, { "p?": true }, "the empty value"],
  [{ allowEmptyValue: true }, { "p?": "string" }, ""],
  [CSV, { "p?": "string" }, "the list in one value"],
  [{ ...CSV, example: ["a", "b"] }, { "p?": "a,b" }, "the list in one value"],
  [
    { ...CSV, style: "pipeDelimited", example: ["a", "b"] },
    { "p?": "a|b" },
    "the list in one value",
  ],
  [{ style: "spaceDelimited", schema: STRINGS }, { "p?": "string" }, "the list in one value"],
  // Types that a spec does not have.
  [{ schema: { type: "object" } }, undefined, "the query parameter"],
  [{ style: "deepObject", schema: { properties: {} } }, undefined, "the query parameter"],
  [{ content: { "application/json": {} } }, undefined, "the query parameter"],
  [{ schema: { type: "array", items: STRINGS } }, undefined, "the query parameter"],
  [
    { schema: { anyOf: [{ type: "string" }, { type: "object" }] } },
    undefined,
    "the query parameter",
  ],
  [{ style: "pipeDelimited", explode: true, schema: STRINGS }, undefined, "the query parameter"],
  // Names that a spec does not have.
  [{ name: "n".repeat(101) }, undefined, "the further query parameter"],
  [{ name: "" }, undefined, "the unreadable parameter"],
  [{ schema: { $ref: "#/none" } }, undefined, "the unreadable parameter"],
  // Texts.
  [{ description: "A", deprecated: true }, { "p?": "string" }, "texts"],
];

for (const [parameter, query, dropped] of PARAMETERS) {
  Deno.test(`the query of the parameter ${JSON.stringify(parameter).slice(0, 120)}`, async () => {
    const [found, losses] = await queryOf(parameter);
    const kinds = losses.replace(/ '[^']*'/g, "").replace(/^texts, .*/, "texts");
    deepEqual([found, kinds], [query, dropped]);
  });
}

Deno.test("the query of a number has an example with a point", async () => {
  const schema = { type: "number" };
  const { data } = await importOpenApi(
    '{"openapi": "3.1.0", "paths": {"/a": {"get": {"parameters": [' +
      [
        { name: "a", schema, example: 5 },
        { name: "b", schema: { type: "array", items: schema }, example: [1, 2] },
        { name: "c", schema: { type: ["integer", "number"] } },
      ].map((each) => JSON.stringify({ in: "query", ...each })).join() +
      ', {"name": "d", "in": "query", "schema": {"type": "number"}, "example": 2E3}' +
      "]}}}}",
  );
  const query = '{ "a?": 5.0, "b?": [1.0, 2.0], "c?": 1.5, "d?": 2E3 }';
  equal(data?.spec?.includes(`"query": ${query}`), true, data?.spec ?? "");
});

Deno.test("an operation's parameters replace those of its path, and both can be references", async () => {
  const { routes, dropped } = await imported({
    "/a": {
      parameters: [
        { name: "page", in: "query", schema: { type: "integer" } },
        { $ref: "#/components/parameters/sort" },
        { name: "h", in: "header" },
      ],
      get: { parameters: [{ name: "page", in: "query", required: true }, { $ref: "#/none" }] },
      put: {},
    },
  }, { parameters: { sort: { name: "sort", in: "query", schema: { enum: ["up"] } } } });
  deepEqual(routes.a.methods, {
    GET: { query: { page: "string", "sort?": { $enum: ["up"] } }, headers: { "h?": "string" } },
    PUT: { query: { "page?": 1, "sort?": { $enum: ["up"] } }, headers: { "h?": "string" } },
  });
  deepEqual(dropped, [
    "the unreadable parameter '#/none does not exist'",
  ]);
});

Deno.test("a query has no parameter with a name that the path has in the spec", async () => {
  const parameters = ["id", "name", "q"].map((name) => ({ name, in: "query" }));
  const { routes, dropped } = await imported({
    "/a/{id}": { get: { parameters } },
    "/a/{name}/": { delete: { parameters } },
    "/a/{other}/b": { get: { parameters } },
  });
  const queries = [...JSON.stringify(routes).matchAll(/"query":(\{.*?\})/g)]
    .map(([, query = ""]) => JSON.parse(query));
  deepEqual(queries, [
    { "q?": "string" },
    { "q?": "string" },
    { "id?": "string", "name?": "string", "q?": "string" },
  ]);
  deepEqual(dropped, ["4 repeated parameter names, such as 'id'"]);
});

Deno.test("a query has as many parameters as a spec can have", async () => {
  const many = (size: number, example: string) =>
    Array.from({ length: size }, (_, at) => ({ name: `p${at}`, in: "query", example }));
  const { routes, dropped } = await imported({
    "/a": { get: { parameters: many(103, "x") }, put: { parameters: many(2, "x".repeat(9_000)) } },
  });
  const { GET, PUT } = routes.a.methods;
  deepEqual([Object.keys(GET.query).length, Object.keys(PUT.query)], [100, ["p0?"]]);
  deepEqual(dropped, ["4 further query parameters, such as 'p100'"]);
});

Deno.test("endpoints like those of a resource, but with a query, come back as endpoints", async () => {
  const { data } = await specToOpenApi(`{"routes": {"carts": {"resource": {"id": 1, "n": "a"}}}}`);
  const document = JSON.parse(data?.document ?? "");
  document.paths["/carts"].get.parameters = [{ name: "q", in: "query" }];
  const { data: found, diagnostics } = await importOpenApi(JSON.stringify(document));
  const { methods, resource } = JSON.parse(found?.spec ?? "").routes.carts;
  deepEqual([methods.GET.query, resource, diagnostics], [{ "q?": "string" }, undefined, []]);
});

Deno.test("the queries of documents are read in linear time", async () => {
  await assertLinear((size) => {
    const parameters = Array.from({ length: size }, (_, at) => ({
      name: `p${at}`,
      in: "query",
      schema: { type: "string", enum: [1, 2, at] },
    }));
    const text = JSON.stringify({ openapi: "3.1.0", paths: { "/a": { get: { parameters } } } });
    return () => importOpenApi(text);
  }, 200);
});
