import { deepEqual, match } from "node:assert/strict";
import { findMutants } from "../../../tools/mutate/find_mutants.ts";
import { mutate } from "../../../tools/mutate/mutant.ts";

/** The mutants of each line. */
const CASES: readonly (readonly [before: string, ...after: string[]])[] = [
  ["a < b;", "a <= b;"],
  ["a >= b;", "a > b;"],
  ["a === b;", "a !== b;"],
  ["a - b;", "a + b;"],
  ["a + b;", "a - b;"],
  ["`${a}` + b + c;"],
  ["!a;", "a;"],
  ["a && b;", "a;", "b;", "(a || b);"],
  ["a ?? b;", "a;", "b;"],
  ["if (a) b;", "if (true) b;", "if (false) b;"],
  ["if (a) throw new Error(b ?? c);", "if (false) throw new Error(b ?? c);"],
  ["a ? b : c;", "true ? b : c;", "false ? b : c;"],
  ["while (a);", "while (false);"],
  ["while (true);", "while (false);"],
  ["await a();", ";"],
  ["a = b;", ";"],
  ["delete a.b;", ";"],
  ["while (a) b += c;", "while (false) b += c;", "while (a) b -= c;"],
  ["f(0, 7);", ";", "f(1, 7);", "f(0, 8);", "f(0, 6);"],
  ["[50, 0x20];", "[1, 0x20];", "[50000, 0x20];", "[50, 33];", "[50, 31];"],
  ["({ mode: 0o600 });", "({ mode: 0o677 });"],
  ["[-1];", "[1];"],
  [
    "[a < b ? -1 : 1];",
    "[true ? -1 : 1];",
    "[false ? -1 : 1];",
    "[a <= b ? -1 : 1];",
    "[a < b ? 1 : 1];",
  ],
  ["[true];", "[false];"],
  ["/^a\\.b$/u;", "/a\\.b$/u;", "/^a\\.b/u;"],
  ["/a\\$/;"],
  ["[a.every(b)];", "[a.some(b)];"],
  ["[a.b.filter(c)];", "[a.b];"],
  ["[Math.min(a, b)];", "[Math.max(a, b)];"],
  [
    '["DELETE FROM a WHERE b = $1 AND c.d IS NULL"];',
    '["DELETE FROM a WHERE (b = $1 OR 1 = 1) AND c.d IS NULL"];',
    '["DELETE FROM a WHERE b = $1 AND (c.d IS NULL OR 1 = 1)"];',
  ],
  [
    "`WHERE at <= $1 ORDER BY at DESC`;",
    "`WHERE (at <= $1 OR 1 = 1) ORDER BY at DESC`;",
    "`WHERE at < $1 ORDER BY at DESC`;",
    "`WHERE at <= $1 ORDER BY at ASC`;",
  ],
  ['["UPDATE a SET b = $1, c = $2"];'],
  ['["AND b + c <= $1"];'],
  ["function f(): number { return a; }", "function f(): number { return 0; }"],
  [
    "async function f(): Promise<string[] | null> { return a; }",
    "async function f(): Promise<string[] | null> { return []; }",
    "async function f(): Promise<string[] | null> { return null; }",
  ],
  ["(a): a is string => b;", "(a): a is string => true;", "(a): a is string => false;"],
  ['import a from "b" with { type: "json" };'],
  ["type A = 1 | true;"],
  ["const a = b as 1;"],
  ["({ message: a ?? b, 1: c });"],
];

Deno.test("findMutants() changes behaviour, but neither types nor messages", () => {
  for (const [before, ...after] of CASES) {
    const found = findMutants("core/a.ts", before);
    deepEqual(found.map((each) => mutate(before, each)).sort(), after.toSorted(), before);
  }
});

Deno.test("findMutants() returns the location and the lines of a change", () => {
  const source = "class A {\n  b(): void {\n    c(\n      d,\n    );\n  }\n}\n";
  const [mutant] = findMutants("core/a.ts", source);
  deepEqual(mutant, {
    path: "core/a.ts",
    start: 28,
    end: 46,
    replacement: ";",
    line: 3,
    within: "b",
    block: { first: 2, last: 6 },
    before: "c( d, );",
    after: ";",
  });
});

Deno.test("findMutants() elides long changes", () => {
  const [mutant] = findMutants("core/a.ts", `f(${"a, ".repeat(100)}b);`);
  match(mutant?.before ?? "", /^f\((?:a, ){26} … , (?:a, ){25}b\);$/);
});
