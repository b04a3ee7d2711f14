/** Limits and defaults in the bodies of OpenAPI documents. */

import { deepEqual } from "node:assert/strict";
import { importOpenApi } from "../../mod.ts";

/** Properties of a body, the body in the spec, and the kinds of parts that were dropped. */
const BODIES: readonly (readonly [properties: object, body: object, dropped: readonly string[]])[] =
  [
    [
      { n: { type: "integer", minimum: 1, maximum: 9, default: 2 } },
      { n: { $default: 2, $minimum: 1, $maximum: 9 } },
      [],
    ],
    [
      { state: { enum: ["a", "b"], type: "string", example: "b" } },
      { "state?": { $example: "b", $enum: ["a", "b"] } },
      [],
    ],
    [
      { tags: { type: "array", items: { type: "string", maxLength: 3 } } },
      { "tags?": [{ $example: "str", $maxLength: 3 }] },
      [],
    ],
    [
      { tags: { type: "array", items: { type: "string" }, default: ["new"] } },
      { tags: { $default: ["new"] } },
      [],
    ],
    [
      { tags: { type: "array", items: { type: "number", minimum: 1 }, default: [2] } },
      { tags: { $example: [{ $example: 1.5, $minimum: 1 }], $default: [2.0] } },
      [],
    ],
    [
      { at: { type: "array", items: { type: "object" }, default: [] } },
      { "at?": [{}] },
      ["the default 'at'"],
    ],
    [
      { at: { type: "string", format: "date-time", default: "2026-11-29T09:30:00Z" } },
      { at: { $default: "2026-11-29T09:30:00Z", $format: "date-time" } },
      [],
    ],
    [{ must: { type: "integer", default: 2 } }, { must: 2 }, ["the default 'must'"]],
    [{ n: { type: "integer", exclusiveMinimum: 0 } }, { "n?": 1 }, ["the bound 'n'"]],
  ];

for (const [properties, body, dropped] of BODIES) {
  Deno.test(`the body with ${JSON.stringify(properties)} is imported`, async () => {
    const schema = {
      type: "object",
      required: ["must"],
      additionalProperties: false,
      properties,
    };
    const requestBody = { required: true, content: { "application/json": { schema } } };
    const { data, diagnostics } = await importOpenApi(
      JSON.stringify({ openapi: "3.1.0", paths: { "/a": { post: { requestBody } } } }),
    );
    const found = diagnostics.map(({ message }) => message.replace(/^Dropped | of POST.*/g, ""));
    deepEqual([JSON.parse(data?.spec ?? "").routes.a.body, found], [body, dropped]);
  });
}
