/** The limits of small calls. */

import { equal } from "node:assert/strict";
import { isSmallCall } from "../../../../hosted/http/isolation/small_call.ts";

const CASES: readonly (readonly [string, unknown, boolean])[] = [
  ["no arguments", undefined, true],
  ["a name", { project: "shop" }, true],
  [
    "a short spec",
    { spec: { routes: { a: { type: "GET", mock: { id: [1, null, true] } } } } },
    true,
  ],
  ["3,000 characters with the names of keys", { project: "x".repeat(2_993) }, true],
  ["3,001 characters", { project: "x".repeat(2_994) }, false],
  ["3,001 characters in keys", { ["x".repeat(3_001)]: 1 }, false],
  ["200 values", { spec: Array(198).fill(0) }, true],
  ["201 values", { spec: Array(199).fill(0) }, false],
  ["deep values", JSON.parse("[".repeat(250) + "]".repeat(250)), false],
  ["files", { project: "shop", files: {} }, false],
  ["an action", { project: "shop", action: "remove_route", route: "orders" }, false],
  ["an action under another name", { project: "shop", operation: "rename_route" }, false],
  ["prune", { project: "shop", spec: {}, prune: true }, false],
];

for (const [name, args, expected] of CASES) {
  Deno.test(`a call that writes, with ${name}, is ${expected ? "small" : "not small"}`, () => {
    equal(isSmallCall({ writes: true }, args), expected);
  });
}

const READING_CASES: readonly (readonly [string, unknown, boolean])[] = [
  ["16,384 characters", { spec: "x".repeat(16_380) }, true],
  ["16,385 characters", { spec: "x".repeat(16_381) }, false],
  ["1,000 values", { spec: Array(998).fill(0) }, true],
  ["1,001 values", { spec: Array(999).fill(0) }, false],
  ["files", { project: "shop", files: { "a.py": "x = 1" } }, true],
];

for (const [name, args, expected] of READING_CASES) {
  Deno.test(`a call that reads, with ${name}, is ${expected ? "small" : "not small"}`, () => {
    equal(isSmallCall({ writes: false }, args), expected);
  });
}
