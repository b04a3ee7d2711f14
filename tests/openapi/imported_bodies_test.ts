/** A mock of an imported document accepts every body that the document accepts. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createMock, importOpenApi, specToOpenApi } from "../../mod.ts";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";

const NUM_RUNS = IS_FULL_TIER ? 2_000 : 100;
const BODIES_EACH = 20;

const NAMES = ["a", "b", "c?", "..."];

/** Schemas of members, most of which a spec can express. */
const { schema, objectSchema } = fc.letrec<{ schema: object; objectSchema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<object>(
      { type: "string" },
      { type: "integer" },
      { type: "number" },
      { type: "boolean" },
      { type: ["string", "null"] },
      { enum: ["x", null] },
      {},
    ),
    tie("objectSchema"),
    tie("schema").map((items) => ({ type: "array", items })),
    fc.tuple(tie("schema"), tie("schema")).map(([first, items]) => ({
      type: "array",
      prefixItems: [first],
      items,
    })),
    fc.tuple(tie("schema"), tie("schema")).map((anyOf) => ({ anyOf })),
    fc.tuple(tie("objectSchema"), tie("objectSchema")).map((allOf) => ({ type: "object", allOf })),
  ),
  objectSchema: fc.record({
    properties: fc.dictionary(fc.constantFrom(...NAMES), tie("schema"), { maxKeys: 3 }),
    required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 1 }),
    additionalProperties: fc.oneof<[fc.Arbitrary<unknown>, fc.Arbitrary<unknown>]>(
      fc.boolean(),
      tie("schema"),
    ),
    unevaluatedProperties: fc.boolean(),
    patternProperties: fc.constantFrom({ "^c": {} }, { "^c": { type: "string" } }),
    readOnly: fc.boolean(),
  }, { requiredKeys: ["properties"] }).map((each) => ({ type: "object", ...each })),
}));

/** Bodies, some of which fit. `1.0` and `1` are the same number here. */
const { value: body } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small", withCrossShrink: true },
    fc.constantFrom("x", 1, 1.5, true, null),
    fc.dictionary(fc.constantFrom(...NAMES, "d"), tie("value"), { maxKeys: 3 }),
    fc.array(tie("value"), { maxLength: 2 }),
  ),
}));

function documentOf(schema: object): string {
  const requestBody = { required: true, content: { "application/json": { schema } } };
  return JSON.stringify({ openapi: "3.1.0", paths: { "/a": { post: { requestBody } } } });
}

Deno.test("a body of an imported document is never stricter than the document", async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(objectSchema, schema),
      fc.array(body, { minLength: BODIES_EACH, maxLength: BODIES_EACH }),
      async (schema, bodies) => {
        const { data } = await importOpenApi(documentOf(schema));
        const mock = createMock(data?.spec ?? "");
        const fits = new Ajv2020({ strict: false }).compile(schema);
        for (const each of bodies.filter((body) => fits(body))) {
          accepted++;
          const sent = { method: "POST", headers: { "Content-Type": "application/json" } };
          const request = { ...sent, body: JSON.stringify(each) };
          const response = await mock(new Request("http://localhost/a", request));
          equal(response.status, 201, `${request.body}: ${await response.text()}`);
        }
      },
    ),
    { numRuns: NUM_RUNS, endOnFailure: true },
  );
  ok(accepted > NUM_RUNS, String(accepted));
});

const STRING = { type: "string" };
const CLOSED = { additionalProperties: false };

/** Schemas, and the body in the spec. */
const BODIES: readonly (readonly [string, object, unknown])[] = [
  ["allows others without a word", { properties: { a: STRING } }, { "a?": "string", "...": null }],
  ["allows others if it says so", { properties: { a: STRING }, additionalProperties: true }, {
    "a?": "string",
    "...": null,
  }],
  ["allows others of one kind", { properties: { a: STRING }, additionalProperties: STRING }, {
    "a?": "string",
    "...": null,
  }],
  ["forbids others", { properties: { a: STRING }, ...CLOSED }, { "a?": "string" }],
  ["forbids others except by a pattern", {
    properties: { a: STRING },
    patternProperties: { "^x-": STRING },
    ...CLOSED,
  }, { "a?": "string", "...": null }],
  ["forbids others in a part", {
    allOf: [{ properties: { a: STRING }, ...CLOSED }, { required: ["a"] }],
  }, { a: "string" }],
  ["forbids others and has a member that is only read", {
    properties: { id: { ...STRING, readOnly: true }, a: STRING },
    ...CLOSED,
  }, { "a?": "string", "id?": null }],
  ["is a map", { type: "object", additionalProperties: STRING }, {}],
  ["has a first item of its own", { prefixItems: [STRING], items: { type: "integer" } }, []],
];

for (const [what, schema, body] of BODIES) {
  Deno.test(`the body of a schema that ${what}`, async () => {
    const { data } = await importOpenApi(documentOf({ ...schema }));
    const { spec = "" } = data ?? {};
    deepEqual(JSON.parse(spec ?? "").routes.a.body, body);
    const { data: exported } = await specToOpenApi(spec ?? "");
    equal((await importOpenApi(exported?.document ?? "")).data?.spec, spec);
  });
}
