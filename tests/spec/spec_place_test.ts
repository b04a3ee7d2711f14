import { deepEqual } from "node:assert/strict";
import { placeInSpec } from "../../spec/spec_place.ts";

const SPEC = `{
  "routes": {
    "products": {
      "type": "GET",
      "subroutes": {
        "sale": { "type": "GET" }
      }
    }
  }
}`;

const CASES: readonly (readonly [string, string, string, string | null, number | null])[] = [
  ["a route", SPEC, "products", null, 3],
  ["a subroute", SPEC, "products", "sale", 6],
  ["another route", SPEC, "orders", null, null],
  ["another subroute", SPEC, "products", "open", null],
  ["a subroute of another route", SPEC, "orders", "sale", null],
  ["the last of repeated keys", '{"routes": {"a": 1,\n"a": 2}}', "a", null, 2],
  ["the name of a property that every object has", SPEC, "constructor", null, null],
  ["text that is not JSON", "{", "a", null, null],
  ["JSON that is not a spec", '["routes"]', "a", null, null],
];

for (const [what, text, route, subroute, line] of CASES) {
  Deno.test(`placeInSpec() looks for ${what}`, () => {
    deepEqual(placeInSpec(text, route, subroute)?.line ?? null, line);
  });
}
