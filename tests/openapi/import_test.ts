/**
 * Importing OpenAPI documents: the result for each operation, and specs that are exported and
 * imported again.
 */

import { deepEqual, equal, match } from "node:assert/strict";
import { jsonDepth, parseJson } from "../../core/json.ts";
import { importOpenApi, specToOpenApi } from "../../mod.ts";
import { specText } from "../../spec/spec_text.ts";
import { arbitrarySpec } from "../generators/arbitrary_spec.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

const NUM_RUNS = IS_FULL_TIER ? 1_000 : 60;

/** Maximum depth of a spec whose document is also read as YAML. */
const MAX_YAML_DEPTH = 180;

/** Reads a spec and writes it in the usual form. */
function usualText(text: string): string {
  const { routes, description } = checkedSpec(text);
  return specText(routes, description);
}

Deno.test("import after export gives the same spec", async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitrarySpec,
      fc.constantFrom("json" as const, "yaml" as const),
      async ({ text }, wanted) => {
        const format = jsonDepth(parseJson(text)) > MAX_YAML_DEPTH ? "json" : wanted;
        const { data: exported } = await specToOpenApi(text, { format });
        const { data, diagnostics } = await importOpenApi(exported?.document ?? "");
        deepEqual([data?.leftOut, diagnostics], [[], []]);
        equal(usualText(data?.spec ?? ""), usualText(text));
      },
    ),
    { numRuns: NUM_RUNS, endOnFailure: true },
  );
});

Deno.test("errors without a description come back without one", async () => {
  const errors = ["400", "404", "413", "415", "422"].map((status) => `"${status}": {"mock": [1]}`);
  const endpoints = ['"body": {"a": 1}', '"query": {"q?": "tea"}', '"mock": 1'].map((part, at) =>
    `"r${at}": {"type": "POST", ${part}, "errors": {${errors.join(", ")}}}`
  );
  const text = `{"routes": {${endpoints.join(", ")}}}`;
  const { data: exported } = await specToOpenApi(text);
  const { data } = await importOpenApi(exported?.document ?? "");
  equal(usualText(data?.spec ?? ""), usualText(text));
});

Deno.test("a resource comes back as a resource", async () => {
  const text = `{"routes": {"carts": {"resource": [{"id": 7, "name": "Teapot", "price": 24.5}]}}}`;
  const { data: exported } = await specToOpenApi(text);
  const { data } = await importOpenApi(exported?.document ?? "");
  deepEqual([data?.endpoints, data?.leftOut], [5, []]);
  equal(usualText(data?.spec ?? ""), usualText(text));
});

/**
 * Lists of items that a resource cannot have. The test puts them into endpoints that otherwise
 * equal those of a resource.
 */
const NEARLY: Readonly<Record<string, string>> = {
  "equal ids": '{ "item_id": 1, "a": "b" }, { "item_id": 1, "a": "b" }',
  "no items": "",
  "a long item": `{ "item_id": 1, "a": "${"b".repeat(20_000)}" }`,
};

for (const [what, items] of Object.entries(NEARLY)) {
  Deno.test(`endpoints like those of a resource with ${what} come back as endpoints`, async () => {
    const mock = `"mock": ${items.split(", {")[0] || '{ "item_id": 1, "a": "b" }'}`;
    const put = `${mock}, "body": { "item_id?": 1, "a": "b" }`;
    const text = `{ "routes": { "carts": {
      "methods": { "GET": { "mock": [${items}] }, "POST": { ${put} } },
      "subroutes": { "item": { "path": "/{item_id:int}", "methods": {
        "GET": { ${mock} }, "PUT": { ${put} }, "DELETE": { "status": 204 }
      } } }
    } } }`;
    const { data: exported } = await specToOpenApi(text);
    const { data, diagnostics } = await importOpenApi(exported?.document ?? "");
    deepEqual([data?.endpoints, data?.leftOut, diagnostics], [5, [], []]);
    equal(usualText(data?.spec ?? ""), usualText(text));
  });
}

type Edited = Record<string, unknown>;

/**
 * Returns the values that only our own documents have and that import reads: each as the object
 * that contains it, and its key.
 */
function ownValues(value: unknown, isOwn = false): readonly (readonly [Edited, string])[] {
  if (typeof value !== "object" || value === null) return [];
  const owner = value as Edited;
  return Object.keys(owner).flatMap((key) => {
    const isInside = isOwn || key === "x-layerwright" || key === "tags";
    return [...(isInside ? [[owner, key] as const] : []), ...ownValues(owner[key], isInside)];
  });
}

const LONG_NAME = "n".repeat(500);

Deno.test("importing an edited document of ours gives a valid spec", async () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, edits, async ({ text }, chosen) => {
      const { data: exported } = await specToOpenApi(text);
      const document = JSON.parse(exported?.document ?? "");
      const values = ownValues(document);
      for (const [to, from] of chosen) {
        const [owner = {}, key = ""] = values[to % values.length] ?? [];
        const [source = {}, other = ""] = values[from % (values.length + 1)] ?? [];
        owner[key] = structuredClone(source[other] ?? LONG_NAME);
      }
      const { status, data } = await importOpenApi(JSON.stringify(document));
      equal(status, "unchanged");
      checkedSpec(data?.spec ?? "");
    }),
    { numRuns: NUM_RUNS, endOnFailure: true },
  );
});

const LONG_BODY = { a: "x".repeat(20_000) };

Deno.test("importing an edited document of ours makes names where a spec cannot have them", async () => {
  const get = (subroute: string) => ({ get: { tags: ["a"], "x-layerwright": { subroute } } });
  const tags = ["a", LONG_NAME].map((name) => ({ name, "x-layerwright": {} }));
  const { data, diagnostics } = await importOpenApi(documentOf({
    "/a/{id}": get("one"),
    "/a/{id}/two": get("one"),
    "/a/three": get("1"),
    "/a/four": get(LONG_NAME),
    [`/a/${LONG_NAME.slice(4)}`]: get("five"),
    [`/b/${LONG_NAME.slice(4)}`]: { get: {} },
    "/b": { post: { tags: [LONG_NAME], "x-layerwright": { body: LONG_BODY } } },
  }, { tags }));
  const { a, b } = JSON.parse(data?.spec ?? "").routes;
  deepEqual([data?.endpoints, diagnostics], [7, []]);
  deepEqual(Object.keys(a.subroutes), ["one", "two", "three", "four", "five"]);
  deepEqual(Object.keys(b.subroutes), ["n".repeat(60)]);
  equal(b.type, "POST");
});

/** Returns a document with these paths. */
function documentOf(paths: unknown, rest: object = {}): string {
  return JSON.stringify({ openapi: "3.1.0", info: {}, paths, ...rest });
}

/** Returns an operation that responds with a schema. */
function withSchema(schema: unknown) {
  return { responses: { 200: { content: { "application/json": { schema } } } } };
}

async function mockOf(schema: unknown, schemas: unknown = {}): Promise<unknown> {
  const document = documentOf({ "/a": { get: withSchema(schema) } }, { components: { schemas } });
  const { data } = await importOpenApi(document);
  return JSON.parse(data?.spec ?? "").routes.a.mock;
}

const PET = {
  type: "object",
  required: ["id", "owner"],
  properties: {
    id: { type: "integer", minimum: 7 },
    name: { type: "string", maxLength: 3 },
    parent: { $ref: "#/components/schemas/Pet" },
    owner: { $ref: "#/components/schemas/Pet" },
    secret: { type: "string", writeOnly: true },
  },
};

const MOCKS: readonly (readonly [string, unknown, unknown])[] = [
  ["its example", { type: "integer", example: 3, default: 4 }, 3],
  ["the first of its examples", { type: "integer", examples: [5, 6] }, 5],
  ["the first value of its enum", { enum: ["b", "a"] }, "b"],
  ["a number with a fraction", { type: "number" }, 1.5],
  ["a date of its format", { type: "string", format: "date" }, "2026-01-01"],
  ["an array with one item", { type: "array", items: { type: ["null", "boolean"] } }, [true]],
  ["the first alternative", { oneOf: [{ type: "null" }, { type: "string" }] }, "string"],
  ["all parts of allOf", {
    allOf: [{ properties: { a: { type: "integer" } } }, { properties: { b: { const: 2 } } }],
  }, { a: 1, b: 2 }],
  ["nothing if it accepts anything", {}, undefined],
  ["an object that ends where it contains itself", { $ref: "#/components/schemas/Pet" }, {
    id: 7,
    name: "str",
    owner: null,
  }],
];

for (const [behaviour, schema, mock] of MOCKS) {
  Deno.test(`importing a schema makes ${behaviour}`, async () => {
    deepEqual(await mockOf(schema, { Pet: PET }), mock);
  });
}

const OK = { responses: { 200: { description: "OK" } } };

const LEFT_OUT: readonly (readonly [string, object, string, string])[] = [
  ["/a", { patch: OK }, "PATCH /a", "PATCH is not supported"],
  ["/a", { additionalOperations: { PURGE: OK } }, "PURGE /a", "PURGE is not supported"],
  ["/", { get: OK }, "GET /", "a spec has no endpoint at /"],
  ["/{id}", { get: OK }, "GET /{id}", "its path begins with a parameter"],
  [
    "/a/{b}.json",
    { get: OK },
    "GET /a/{b}.json",
    "a spec's paths do not mix text and parameters as in '{b}.json'",
  ],
  ["/a b", { get: OK }, "GET /a b", "a spec's paths have no 'a b'"],
  ["/a//b", { get: OK }, "GET /a//b", "a spec's paths have no empty segment"],
  ["/-/health", { get: OK }, "GET /-/health", "every project has a health check at this path"],
  ["/a", { get: { responses: { 302: {} } } }, "GET /a", "it has no response from 200 to 299"],
  [
    "/a",
    { get: { responses: { 200: { content: { "text/html": {} } } } } },
    "GET /a",
    "the response is text/html, not JSON",
  ],
  [
    "/a",
    { post: { ...OK, requestBody: { content: { "multipart/form-data": {} } } } },
    "POST /a",
    "the body is multipart/form-data, not JSON",
  ],
  ["/a", { get: withSchema({ $ref: "#/none" }) }, "GET /a", "'#/none' does not exist"],
  ["/a", { $ref: "#/paths/~1a" }, "? /a", "its references are circular"],
  [
    "/a",
    { get: withSchema({ $ref: "../up.json" }) },
    "GET /a",
    "'../up.json' is not a file beside the document",
  ],
  [
    "/a",
    { get: withSchema({ $ref: "https://example.com/a.json" }) },
    "GET /a",
    "'https://example.com/a.json' is not a file beside the document",
  ],
];

for (const [path, item, operation, reason] of LEFT_OUT) {
  Deno.test(`importing names an operation because ${reason}`, async () => {
    const { status, data } = await importOpenApi(documentOf({ [path]: item, "/ok": { get: OK } }));
    deepEqual([status, data?.operations, data?.endpoints], ["unchanged", 2, 1]);
    deepEqual(data?.leftOut, [{ operation, line: 1, reason }]);
  });
}

Deno.test("an operation with errors only, or no responses, has the default status and no mock", async () => {
  const { data } = await importOpenApi(documentOf({
    "/a": { post: { responses: { 405: { description: "Invalid input" } } }, get: {} },
  }));
  deepEqual(JSON.parse(data?.spec ?? "").routes, {
    a: { methods: { POST: { errors: { "405": "Invalid input" } }, GET: {} } },
  });
});

const DROPPING = `openapi: 3.2.0
servers: [{ url: https://a.example }]
security: [{ key: [] }]
webhooks: { newPet: { post: {} } }
paths:
  /pets:
    parameters: [{ name: limit, in: query }, { name: X-A, in: header }]
    get:
      parameters: [{ name: limit, in: query }, { name: b, in: cookie }, { name: c, in: cookie }]
    post:
      security: []
      servers: [{ url: https://b.example }]
      callbacks: { sold: {} }
    put:
      security: [{}]
      parameters: [{ $ref: "#/none" }, { name: q, in: querystring }]
    patch: { parameters: [{ name: d, in: cookie }] }
  /pets/{id}:
    get: { parameters: [{ name: id, in: path }, { name: limit, in: query }] }
  /pets/{name}:
    get: { parameters: [{ name: e, in: cookie }] }
`;

Deno.test("importing counts the examples and bodies that exceed the limits of a spec", async () => {
  const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
  const withExample = (example: unknown) => ({
    responses: { 200: { content: { "application/json": { example } } } },
  });
  const properties = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`${"x".repeat(90)}${at}`, { type: "string" }]),
  );
  const content = { "application/json": { schema: { type: "object", properties } } };
  const { data, diagnostics } = await importOpenApi(documentOf({
    "/a": { get: withExample(deep(901)), put: withExample(deep(900)) },
    "/b": { get: withExample(deep(950)), post: { requestBody: { content } } },
  }));
  deepEqual(diagnostics.map(({ message }) => message), [
    "Dropped the request body 'application/json' of POST /b (line 1): beyond the limits of a spec.",
    "Dropped 2 response examples, such as '200' of GET /a (line 1): beyond the limits of a spec.",
  ]);
  deepEqual(JSON.parse(data?.spec ?? "").routes.b, { methods: { GET: {}, POST: {} } });
});

Deno.test("importing counts the dropped parts of operations, in one line for each kind", async () => {
  const { status, diagnostics } = await importOpenApi(DROPPING);
  equal(status, "unchanged");
  deepEqual(diagnostics.map(({ severity, message }) => `${severity} ${message}`), [
    "info Dropped the server address 'https://a.example' (line 2): a spec has none.",
    "info Dropped the query parameter 'q' of PUT /pets (line 14): a spec has only texts, numbers, booleans and lists of these.",
    "info Dropped 2 cookies, such as 'b' of GET /pets (line 8): a spec has none.",
    "info Dropped the unreadable parameter '#/none does not exist' of PUT /pets (line 14): a spec has none.",
    "info Dropped 2 security requirements, such as 'key' of GET /pets (line 8): a spec has none.",
    "info Dropped the callback 'sold' of POST /pets (line 10): a spec has none.",
    "info Dropped the server address 'https://b.example' of POST /pets (line 10): a spec has none.",
    "info Dropped the webhook 'newPet' (line 4): a spec has none.",
  ]);
});

const BOOKINGS = `openapi: 3.1.0
info:
  title: Bookings
  version: 2.3.0
  description: Kept
servers: [{ url: "https://{region}.example.com/v2/" }, { url: / }]
paths:
  /bookings:
    get:
      summary: All bookings
      operationId: listBookings
      tags: [Bookings]
      responses:
        200:
          description: A page
          headers: { X-Total-Count: {}, Link: {} }
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Booking" } }
              examples: { first: { value: [] }, second: { value: [] } }
            text/csv: {}
        202: {}
        401: {}
        default: {}
    post:
      operationId: addBooking
      tags: [Bookings]
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Booking" }
      responses:
        201:
          description: Created
          links: { next: {} }
          content: { application/json: { schema: { $ref: "#/components/schemas/Booking" } } }
  /bookings/{id}:
    get:
      parameters: [{ name: id, in: path, schema: { type: string, pattern: "^b", format: uuid } }]
      responses: { 2XX: { description: One } }
    delete:
      requestBody: { content: { application/json: {} } }
      responses: { 204: {} }
components:
  schemas:
    Booking:
      title: A booking
      type: object
      required: [id, status, payment]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        status: { enum: [open, paid], default: open }
        guests: { type: integer, minimum: 1, maximum: 9 }
        note: { type: [string, "null"], x-hint: a }
        payment:
          oneOf: [{ type: string }, { type: integer }]
          discriminator: { propertyName: kind }
        prices: { type: object, additionalProperties: { type: number, deprecated: true } }
        related: { type: array, items: { $ref: "#/components/schemas/Booking" } }
`;

Deno.test("importing counts everything that a spec cannot have, with the first line", async () => {
  const { data, message, diagnostics } = await importOpenApi(BOOKINGS);
  equal(message, "Imported 4 of 4 operations, none of them whole: 1 route, 4 endpoints");
  equal(data?.whole, 0);
  deepEqual(diagnostics.map((each) => each.message), [
    "Dropped the server address 'https://{region}.example.com/v2/' (line 6): a spec has none. The spec's paths begin without '/v2'.",
    "Dropped the body of DELETE /bookings/{id} (line 41): only POST and PUT have one in a spec.",
    "Dropped the optional body of POST /bookings (line 25): a spec's body must be sent.",
    "Dropped 2 required members, such as 'status' of POST /bookings (line 25): a member that a spec cannot check may be absent.",
    "Dropped the media type 'text/csv' of GET /bookings (line 9): a spec has only application/json.",
    "Dropped the further example 'second' of GET /bookings (line 9): a spec has one for each parameter, body and response.",
    "Dropped the status range '2XX' of GET /bookings/{id} (line 38): an endpoint of a spec has one status.",
    "Dropped the error response 'default' of GET /bookings (line 9): a spec has those of one status each, from 400 to 599.",
    "Dropped the further response '202' of GET /bookings (line 9): an endpoint of a spec has one response.",
    "Dropped 2 response headers, such as 'X-Total-Count' of GET /bookings (line 9): a spec has none.",
    "Dropped the link 'next' of POST /bookings (line 25): a spec has none.",
    "Dropped the enum 'status' of GET /bookings (line 52): a spec has only those of up to 100 texts or integers in requests.",
    "Dropped the format 'id' of GET /bookings (line 51): a spec has only date, date-time, uuid, email and uri, of texts in requests.",
    "Dropped the pattern 'id' of GET /bookings/{id} (line 39): a spec has none.",
    "Dropped 2 bounds, such as 'guests' of GET /bookings (line 53): a spec has only $minimum, $maximum, $minLength and $maxLength in requests.",
    "Dropped the default 'status' of GET /bookings (line 52): a spec has only those of values in requests that may be absent.",
    "Dropped the nullable value 'note' of GET /bookings (line 54): a spec has none.",
    "Dropped the choice of schemas 'payment' of GET /bookings (line 56): a spec has none.",
    "Dropped the map 'prices' of GET /bookings (line 58): a spec has none.",
    "Dropped 4 optional response members, such as 'guests' of GET /bookings (line 53): a spec's response always has the same members.",
    "Dropped the other rule 'discriminator' of GET /bookings (line 57): a spec has none.",
    "Dropped the nested value 'related' of POST /bookings (line 25): beyond the limits of a spec.",
    "Dropped texts, which change no request and no response: the title 'Bookings' (line 3), " +
    "the version '2.3.0' (line 4), the summary 'All bookings' (line 10), 3 descriptions (from line 15), " +
    "2 operation ids (from line 9), the tag 'Bookings' (line 9), the schema name 'Booking' (line 46), " +
    "the schema title 'A booking' (line 47), the mark of deprecation 'prices' (line 58), the x- extension 'x-hint' (line 54).",
  ]);
});

Deno.test("importing names a body that the spec cannot check", async () => {
  const schema = { oneOf: [{ type: "string" }, { type: "object" }] };
  const requestBody = { content: { "application/json": { schema } } };
  const { data, diagnostics } = await importOpenApi(
    documentOf({ "/a": { post: { requestBody } } }),
  );
  deepEqual(JSON.parse(data?.spec ?? "").routes.a, { type: "POST" });
  deepEqual(diagnostics.map(({ message }) => message), [
    "Dropped the body schema of POST /a (line 1): the body may be any JSON.",
    "Dropped the choice of schemas 'body' of POST /a (line 1): a spec has none.",
  ]);
});

Deno.test("importing counts the operations that lose nothing but texts", async () => {
  const whole = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
  const lossy = {
    type: "object",
    required: ["b"],
    properties: { b: { $ref: "#/components/schemas/C" } },
  };
  const { data } = await importOpenApi(documentOf({
    "/a": { get: withSchema({ type: "array", items: whole, description: "A list" }) },
    "/b": { get: withSchema({ type: "array", items: lossy }), post: { requestBody: {} } },
    "/c": { get: withSchema({ $ref: "#/components/schemas/C" }) },
  }, {
    components: {
      schemas: {
        C: {
          type: "object",
          required: ["c"],
          properties: { c: { $ref: "#/components/schemas/D" } },
        },
        D: { type: "array", items: { $ref: "#/components/schemas/C" }, minItems: 0 },
      },
    },
  }));
  deepEqual([data?.endpoints, data?.whole], [4, 2]);
});

Deno.test("importing names a path that the document has more than once", async () => {
  const yaml = "openapi: 3.1.0\npaths:\n  /a: { get: {} }\n  /b: { get: {} }\n  /a: { post: {} }\n";
  const { data } = await importOpenApi(yaml);
  deepEqual(Object.keys(JSON.parse(data?.spec ?? "").routes), ["a", "b"]);
  const reason = "the document has this path more than once, and only the last one counts";
  deepEqual(data?.leftOut, [{ operation: "? /a", line: 5, reason }]);
});

Deno.test("importing names routes and subroutes by paths and operation ids", async () => {
  const get = (operationId?: string) => ({ get: { ...OK, operationId } });
  const { data } = await importOpenApi(documentOf({
    "/api/v1/pets": get("listPets"),
    "/api/v1/pets/{pet-id}": get("showPetById"),
    "/api/v1/pets/{petId}/toys/{id}": get(),
    "/api/v1/pets/featured": get("somethingElse"),
    "/api/v1/pet-owners/": get(),
    "/api/v2/pets": get(),
  }));
  deepEqual(JSON.parse(data?.spec ?? "").routes, {
    pets: {
      path: "/api/v1/pets",
      type: "GET",
      subroutes: {
        pet_by_id: { path: "/{pet_id}", type: "GET" },
        toys_item: { path: "/{petId}/toys/{id}", type: "GET" },
        featured: { type: "GET" },
      },
    },
    pet_owners: { path: "/api/v1/pet-owners", type: "GET" },
    api_v2_pets: { path: "/api/v2/pets", type: "GET" },
  });
});

Deno.test("importing reads the files beside a document that it may read", async () => {
  const files = new Map([
    ["parts/pets.yaml", "get:\n  responses:\n    200: { $ref: '../shared.yaml#/Pets' }\n"],
    ["shared.yaml", "Pets: { content: { application/json: { example: [1.0] } } }\n"],
  ]);
  const { data } = await importOpenApi(
    "openapi: 3.2.0\npaths: { /pets: { $ref: parts/pets.yaml } }\n",
    {
      readFile: (path) => Promise.resolve(files.get(path) ?? null),
    },
  );
  match(data?.spec ?? "", /"mock": \[1\.0\]/);
});

const NO_DOCUMENTS: readonly (readonly [string, string, RegExp])[] = [
  ["JSON", '{"openapi": ', /^Invalid JSON in openapi\.json:1:13 \(expected a value/],
  ["YAML", "a: [", /^Invalid YAML in openapi\.json:1:5 /],
  ["there", " \n", /is not an OpenAPI document: it is empty\.$/],
  ["a document but a page", "<!doctype html>", /is not an OpenAPI document: it is a web page\.$/],
  ["an object", "- 1", /is not an OpenAPI document: it is not an object\.$/],
  ["of a known version", "openapi: 4.0.0", /its version '4\.0\.0' is unknown\.$/],
  [
    "a document but a spec",
    '{"routes": {}}',
    /is not an OpenAPI document: it is already a spec\.$/,
  ],
  ["a document", '{"paths": {}}', /it has no key 'openapi' or 'swagger'\.$/],
  [
    "Swagger",
    '{"swagger": "2.0", "paths": {"/a": {"get": null}}}',
    /it is not valid Swagger 2\.0\.$/,
  ],
];

for (const [what, text, message] of NO_DOCUMENTS) {
  Deno.test(`importing text that is not ${what} fails`, async () => {
    const { status, diagnostics, data } = await importOpenApi(text);
    deepEqual([status, data, diagnostics.length], ["failed", null, 1]);
    match(diagnostics[0]?.message ?? "", message);
  });
}
