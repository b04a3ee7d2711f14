/** A spec documents the errors of an endpoint by status. */

import { deepEqual, equal } from "node:assert/strict";
import { readSpec } from "../../spec/read_spec.ts";
import { specText } from "../../spec/spec_text.ts";

function problemsOf(errors: string): readonly string[] {
  const text = `{"routes": {"r": {"type": "GET",\n      "errors": ${errors}}}}`;
  return readSpec(text, { path: "spec.json" }).diagnostics.map(({ message, where }) =>
    `${where?.pointer} ${message}`
  );
}

/** Errors, and the problems of their specs. */
const PROBLEMS: readonly (readonly [string, readonly string[]])[] = [
  [`{}`, []],
  [`{"404": "No such cart", "409": {"mock": {"code": "sold_out"}}}`, []],
  [`{"599": "", "400": {"description": "Odd", "mock": null}}`, []],
  [`[]`, ["/routes/r/errors 'errors' must be an object in route 'r'."]],
  [`{"200": ""}`, ["/routes/r/errors/200 Invalid status '200' of an error in route 'r'."]],
  [`{"600": ""}`, ["/routes/r/errors/600 Invalid status '600' of an error in route 'r'."]],
  [`{"4xx": ""}`, ["/routes/r/errors/4xx Invalid status '4xx' of an error in route 'r'."]],
  [`{"404": "", "404": ""}`, [
    "/routes/r/errors/404 Duplicate key '404' in 'errors' in route 'r'.",
  ]],
  [`{"404": 1}`, [
    "/routes/r/errors/404 '404' must be a text, or an object with 'mock' in error '404' in route 'r'.",
  ]],
  [`{"404": {"description": "Odd"}}`, [
    "/routes/r/errors/404 '404' must be a text, or an object with 'mock' in error '404' in route 'r'.",
  ]],
  [`{"404": {"mock": 1, "description": 1}}`, [
    "/routes/r/errors/404/description 'description' must be a string in error '404' in route 'r'.",
  ]],
  [`{"404": {"mock": 1, "mok": 1}}`, [
    "/routes/r/errors/404/mok Unknown key 'mok' in error '404' in route 'r'",
  ]],
  [`{"404": {"mock": 1e999}}`, [
    "/routes/r/errors/404/mock Number '1e999' in error '404' in route 'r' exceeds the range of a float.",
  ]],
  [`{"404": "${"a".repeat(20_000)}"}`, [
    "/routes/r/errors 'errors' in route 'r' exceeds 16,384 characters of JSON.",
  ]],
];

Deno.test("readSpec() names every problem of documented errors", () => {
  for (const [errors, problems] of PROBLEMS) deepEqual(problemsOf(errors), problems, errors);
});

Deno.test("specText() writes documented errors as they were read", () => {
  const errors = `"errors": { "404": "No such cart", "409": { "mock": [1] } }`;
  const text =
    `{\n  "routes": {\n    "r": {\n      "type": "GET",\n      ${errors}\n    }\n  }\n}\n`;
  const { spec } = readSpec(text, { path: "spec.json" });
  equal(specText(spec?.routes ?? []), text);
});
