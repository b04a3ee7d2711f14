/** Which calls are small. */

import { equal } from "node:assert/strict";
import { isSmallCall } from "../../../http/isolation/small_call.ts";

const CASES: readonly (readonly [string, unknown, boolean])[] = [
  ["no arguments", undefined, true],
  ["a name", { project: "shop" }, true],
  [
    "a short spec",
    { spec: { routes: { a: { type: "GET", mock: { id: [1, null, true] } } } } },
    true,
  ],
  ["1,000 characters with the names of keys", { project: "x".repeat(993) }, true],
  ["1,001 characters", { project: "x".repeat(994) }, false],
  ["1,001 characters in keys", { ["x".repeat(1_001)]: 1 }, false],
  ["40 values", { spec: Array(38).fill(0) }, true],
  ["41 values", { spec: Array(39).fill(0) }, false],
  ["deep values", JSON.parse("[".repeat(60) + "]".repeat(60)), false],
  ["files", { project: "shop", files: {} }, false],
];

for (const [name, args, expected] of CASES) {
  Deno.test(`a call with ${name} is ${expected ? "small" : "not small"}`, () => {
    equal(isSmallCall(args), expected);
  });
}
