import { deepEqual } from "node:assert/strict";
import { codePoint } from "./code_point.ts";
import { fc } from "./tier.ts";

Deno.test("codePoint gives the texts of fast-check's own unit", () => {
  const texts = (unit: "binary" | typeof codePoint) =>
    fc.sample(fc.string({ unit, maxLength: 60 }), { numRuns: 200, seed: 1 });
  deepEqual(texts(codePoint), texts("binary"));
});
