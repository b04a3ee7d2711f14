import { equal } from "node:assert/strict";
import { jsonNesting } from "../../core/json_nesting.ts";
import { fc } from "../tools/tier.ts";

Deno.test("jsonNesting counts open arrays and objects", () => {
  const cases: readonly (readonly [text: string, nesting: number])[] = [
    ["", 0],
    ["1", 0],
    ["[]", 1],
    ['[[], {"a": {}}]', 3],
    ["[[[", 3],
    ["]]][[", 0],
    ['"[["', 0],
    ['["\\"[["]', 1],
    ['["\\\\", []]', 2],
    ['["[[', 1],
  ];
  for (const [text, nesting] of cases) equal(jsonNesting(text), nesting, text);
});

Deno.test("jsonNesting agrees with the levels of the parsed value", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    equal(jsonNesting(JSON.stringify(value)), levels(value));
  }));
});

function levels(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levels));
}
