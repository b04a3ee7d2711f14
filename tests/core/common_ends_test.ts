import { deepEqual } from "node:assert/strict";
import { commonEnds } from "../../core/common_ends.ts";
import { fc } from "../tools/tier.ts";

/** Longer than the largest compared piece. */
const LONG = "ab".repeat(50_000);

const CASES: readonly (readonly [old: string, now: string, head: number, tail: number])[] = [
  ["", "", 0, 0],
  ["a", "", 0, 0],
  ["abc", "abc", 3, 0],
  ["abc", "axc", 1, 1],
  ["abc", "xbc", 0, 2],
  ["abc", "abx", 2, 0],
  ["abc", "xabc", 0, 3],
  // The common start and the common end do not overlap.
  ["aaa", "aa", 2, 0],
  ["aba", "ababa", 3, 0],
  [`${LONG}x${LONG}`, `${LONG}yy${LONG}`, LONG.length, LONG.length],
];

Deno.test("commonEnds() returns the lengths of the common start and end", () => {
  for (const [old, now, head, tail] of CASES) {
    deepEqual(commonEnds(old, now), { head, tail }, `${old.slice(0, 9)} ${now.slice(0, 9)}`);
    deepEqual(commonEnds(now, old), { head, tail }, `${now.slice(0, 9)} ${old.slice(0, 9)}`);
  }
});

Deno.test("commonEnds() returns the longest common start and end", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
  fc.assert(fc.property(text, text, (old, now) => {
    const shorter = Math.min(old.length, now.length);
    let head = 0;
    while (head < shorter && old[head] === now[head]) head += 1;
    let tail = 0;
    while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
    deepEqual(commonEnds(old, now), { head, tail });
  }));
});
