import { deepEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import { mergeSequences } from "../../core/three_way.ts";

/**
 * A merge of words. In `merged`, changes of theirs are in `<>`, and conflicts are written
 * `{ours|theirs}`.
 */
interface Case {
  readonly behaviour: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
  /** By default, elements are independent. */
  readonly areIndependent?: boolean;
}

const CASES: readonly Case[] = [
  { behaviour: "nothing", base: "a b", ours: "a b", theirs: "a b", merged: "a b" },
  { behaviour: "our change", base: "a b", ours: "a x", theirs: "a b", merged: "a x" },
  { behaviour: "their change", base: "a b", ours: "a b", theirs: "a x", merged: "a <x>" },
  { behaviour: "the same change", base: "a b", ours: "a x", theirs: "a x", merged: "a x" },
  {
    behaviour: "two changes of one element",
    base: "a b",
    ours: "a x",
    theirs: "a y",
    merged: "a {x|y}",
  },
  { behaviour: "changes side by side", base: "a b", ours: "x b", theirs: "a y", merged: "x <y>" },
  {
    behaviour: "a removal and an addition after it",
    base: "a b",
    ours: "a b c",
    theirs: "a",
    merged: "a <> c",
  },
  {
    behaviour: "a removal and an addition in it",
    base: "a b c",
    ours: "a x b c",
    theirs: "",
    merged: "<> x <> <>",
  },
  {
    behaviour: "a removal and an addition in it, where elements depend on each other",
    base: "a b c",
    ours: "a x b c",
    theirs: "",
    merged: "{a x b c|}",
    areIndependent: false,
  },
  {
    behaviour: "a removal and a change in it",
    base: "a b c",
    ours: "a x c",
    theirs: "",
    merged: "<> {x|} <>",
  },
  {
    behaviour: "two additions at one place",
    base: "a",
    ours: "a x",
    theirs: "a y",
    merged: "a {x|y}",
  },
];

for (const { behaviour, base, ours, theirs, merged, areIndependent = true } of CASES) {
  Deno.test(`mergeSequences() merges ${behaviour}`, () => {
    const [mine, other] = [words(ours), words(theirs)];
    const parts = mergeSequences(words(base), mine, other, { areIndependent }).map((part) => {
      const own = mine.slice(part.ours.start, part.ours.end).join(" ");
      const their = other.slice(part.theirs.start, part.theirs.end).join(" ");
      if (part.kind === "ours") return own;
      return part.kind === "theirs" ? `<${their}>` : `{${own}|${their}}`;
    });
    deepEqual(parts.filter((part) => part !== "").join(" "), merged);
  });
}

const SEQUENCE = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 12 });

Deno.test("mergeSequences() returns parts that cover every version in order", () => {
  fc.assert(
    fc.property(
      SEQUENCE,
      SEQUENCE,
      SEQUENCE,
      fc.boolean(),
      (base, ours, theirs, areIndependent) => {
        const parts = mergeSequences(base, ours, theirs, { areIndependent });
        for (
          const [side, sequence] of [["base", base], ["ours", ours], ["theirs", theirs]] as const
        ) {
          deepEqual(
            parts.flatMap((part) => sequence.slice(part[side].start, part[side].end)),
            sequence,
          );
        }
      },
    ),
  );
});

Deno.test("mergeSequences() takes a change as it is if the other side changed nothing", () => {
  fc.assert(fc.property(SEQUENCE, SEQUENCE, (base, changed) => {
    const options = { areIndependent: true };
    const taken = mergeSequences(base, base, changed, options)
      .flatMap(({ kind, ours, theirs }) =>
        kind === "ours" ? base.slice(ours.start, ours.end) : changed.slice(theirs.start, theirs.end)
      );
    deepEqual(taken, changed);
    ok(mergeSequences(base, changed, base, options).every(({ kind }) => kind === "ours"));
  }));
});

function words(text: string): readonly string[] {
  return text === "" ? [] : text.split(" ");
}
