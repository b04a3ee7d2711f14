import { deepEqual, equal } from "node:assert/strict";
import { validateSpec } from "../../actions/validate_spec.ts";
import { assertLinear } from "../tools/counted_work.ts";

function keys(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(",");
}

/** Specs that grow in one dimension each. */
const SPECS: Readonly<Record<string, (size: number) => string>> = {
  "routes": (size) => `{"routes":{${keys(size, (i) => `"a${i}":{"type":"GET"}`)}}}`,
  "subroutes": (size) =>
    `{"routes":{"a":{"type":"GET","subroutes":{${keys(size, (i) => `"a${i}":{"type":"GET"}`)}}}}}`,
  "routes of one name": (size) => `{"routes":{${keys(size, () => `"a":{"type":"GET"}`)}}}`,
  "unknown keys": (size) =>
    `{"routes":{"a":{"type":"GET",${keys(size, (i) => `"typ${i}":"GET"`)}}}}`,
  "faults below a long name of a route": (size) =>
    `{"routes":{"${"a".repeat(8 * size)}":{"type":"GET",${keys(size, (i) => `"k${i}":1`)}}}}`,
  "faults below a long name of a subroute": (size) =>
    `{"routes":{"a":{"type":"GET","subroutes":{"${"a".repeat(8 * size)}":{"type":"GET",${
      keys(size, (i) => `"k${i}":1`)
    }}}}}}`,
  "long unknown keys": (size) => `{"routes":{"a":{"type":"GET"}},"${"a".repeat(20 * size)}":1}`,
  "numbers that are too long": (size) =>
    `{"routes":{"a":{"type":"GET","mock":[${keys(size, () => "1e999")}]}}}`,
  "a deep mock": (size) =>
    `{"routes":{"a":{"type":"GET","mock":${"[".repeat(200)}${keys(size, () => "1")}${
      "]".repeat(200)
    }}}}`,
};

for (const [what, spec] of Object.entries(SPECS)) {
  Deno.test(`validateSpec() takes time in proportion to the spec: ${what}`, async () => {
    await assertLinear((size) => {
      const text = spec(size);
      return () => validateSpec(text);
    }, 500);
  });
}

Deno.test("validateSpec() reports one error for a name that is too long, and all other errors", () => {
  const long = "a".repeat(201);
  const codes = (spec: unknown) =>
    validateSpec(JSON.stringify(spec)).diagnostics.map(({ code }) => code);
  const faulty = { type: "NONE", kind: 1 };
  deepEqual(codes({ routes: { [long]: { ...faulty, subroutes: 1 }, b: { type: "NONE" } } }), [
    "spec-limit",
    "spec-method",
  ]);
  const subroutes = { [long]: faulty, b: faulty };
  deepEqual(codes({ routes: { a: { type: "GET", subroutes } } }), [
    "spec-limit",
    "spec-method",
    "spec-unknown-key",
  ]);
  equal(validateSpec({ routes: { ["a".repeat(200)]: { type: "GET" } } }).status, "unchanged");
});
