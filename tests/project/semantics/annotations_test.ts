import { equal } from "node:assert/strict";
import { alternativesOf } from "../../../project/semantics/annotations.ts";
import { tokenize } from "../../../python/expression.ts";

Deno.test("alternativesOf() splits an annotation with more parts than a call can have arguments", () => {
  const code = `A | B[${"1,".repeat(100_000)}]`;
  equal(alternativesOf(tokenize(code, 0, code.length)).length, 2);
});
