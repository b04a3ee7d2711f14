import { deepEqual } from "node:assert/strict";
import { choice, count, flag, list, nullable, object, oneOf, text } from "../../core/shape.ts";

const isPlace = object<{ file: string; line?: number }>({ file: text, line: count }, "line");

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  1.5,
  -1,
  2 ** 53,
  "",
  "a",
  [],
  ["a"],
  ["a", 1],
  {},
  { file: "a" },
  { file: "a", line: 1 },
  { file: "a", line: null },
  { file: "a", line: undefined },
  { file: "a", column: 1 },
];

const CASES: readonly (readonly [string, (value: unknown) => boolean, readonly unknown[]])[] = [
  ["text", text, ["", "a"]],
  ["count", count, [0]],
  ["flag", flag, [true]],
  ["oneOf", oneOf("a", "b"), ["a"]],
  ["choice", choice<"a" | "toString">({ a: true, toString: true }), ["a"]],
  ["nullable", nullable(text), [null, "", "a"]],
  ["list", list(text), [[], ["a"]]],
  ["object", isPlace, [{ file: "a" }, { file: "a", line: 1 }]],
];

for (const [name, shape, expected] of CASES) {
  Deno.test(`${name} accepts exactly its values`, () => deepEqual(VALUES.filter(shape), expected));
}
