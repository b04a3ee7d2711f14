/** Header parameters of OpenAPI documents as headers of specs. */

import { deepEqual, equal } from "node:assert/strict";
import { importOpenApi, specToOpenApi } from "../../mod.ts";

/** Returns the headers of an operation, and what was dropped. */
async function headersOf(...parameters: object[]): Promise<readonly [unknown, string]> {
  const all = parameters.map((each) => ({ in: "header", name: "X-A", ...each }));
  const { data, diagnostics } = await importOpenApi(
    JSON.stringify({ openapi: "3.1.0", paths: { "/a": { get: { parameters: all } } } }),
  );
  const dropped = diagnostics.map(({ message }) =>
    message.replace(/^Dropped | of GET \/a \(line 1\).*/g, "")
  );
  return [JSON.parse(data?.spec ?? "{}").routes.a.headers, dropped.join(", ")];
}

const STRINGS = { type: "array", items: { type: "string" } };

/** Parameters, the headers in the spec, and the kinds of parts that were dropped. */
const HEADERS: readonly (readonly [parameters: object[], headers: unknown, dropped: string])[] = [
  [[{}], { "X-A?": "string" }, ""],
  [[{ required: true, schema: { type: "integer" } }], { "X-A": 1 }, ""],
  [[{ schema: { type: "integer", minimum: 1, default: 20 } }], {
    "X-A": { $default: 20, $minimum: 1 },
  }, ""],
  [[{ schema: { enum: ["a", "b"] } }], { "X-A?": { $enum: ["a", "b"] } }, ""],
  // Lists have commas, whether they are exploded or not.
  [[{ schema: STRINGS }], { "X-A?": ["string"] }, ""],
  [[{ explode: true, style: "simple", schema: STRINGS, example: ["a", "b c"] }], {
    "X-A?": ["a", "b c"],
  }, ""],
  [[{ schema: STRINGS, example: ["a,b"] }], { "X-A?": ["text"] }, ""],
  // OpenAPI ignores these.
  [[{ name: "Authorization" }, { name: "accept", schema: { type: "object" } }], undefined, ""],
  [[{ name: "CONTENT-TYPE" }, {}], { "X-A?": "string" }, ""],
  // What a spec cannot express.
  [[{ schema: { type: "object" } }], undefined, "the header parameter 'X-A'"],
  [[{ content: {} }], undefined, "the header parameter 'X-A'"],
  [[{ name: "X_A" }, { name: "X A" }], undefined, "2 header parameters, such as 'X_A'"],
  [[{}, { name: "x-a" }], { "X-A?": "string" }, "the repeated parameter name 'x-a'"],
  [[{ example: "\u00e9", schema: { maxLength: 3 } }], {
    "X-A?": { $example: "tex", $maxLength: 3 },
  }, ""],
  [[{ schema: { enum: ["\u00e9"] } }], { "X-A?": "text" }, "the enum 'X-A'"],
];

for (const [parameters, headers, dropped] of HEADERS) {
  Deno.test(`importing reads the headers ${JSON.stringify(parameters)}`, async () => {
    deepEqual(await headersOf(...parameters), [headers, dropped]);
  });
}

Deno.test("an exported document has the headers of its spec when it is imported", async () => {
  const headers =
    `{ "X-Tenant": "acme", "If-Match?": "abc", "X-Size": { "$default": 20, "$minimum": 1 }, ` +
    `"X-Ids?": [7], "X-Rate?": 1.5, "X-Mode?": { "$enum": ["a", "b"] }, "X-Old?": true }`;
  const spec =
    `{"routes": {"carts": {"type": "GET", "query": {"q?": "tea"}, "headers": ${headers}}}}`;
  const { data: exported } = await specToOpenApi(spec);
  const { data, diagnostics } = await importOpenApi(exported?.document ?? "");
  deepEqual(diagnostics, []);
  deepEqual(JSON.parse(data?.spec ?? ""), JSON.parse(spec));
  equal(data?.endpoints, 1);
});
