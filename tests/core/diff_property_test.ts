import { equal } from "node:assert/strict";
import { fc } from "../tools/tier.ts";
import { applyPatch } from "diff";
import { countLines, patch } from "../../core/diff.ts";
import { projectPath } from "../../core/project_path.ts";

const texts = fc.tuple(
  fc.array(fc.constantFrom("a", "b", "c", "", "d\r"), { maxLength: 14 }),
  fc.constantFrom("", "\n"),
).map(([lines, end]) => lines.join("\n") + end);

Deno.test("patch() turns the old text into the new one", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const change = { kind: "update", path: projectPath("a.txt"), before, after } as const;
      const body = patch(change, "").replace(/^diff .*\n/, "");
      equal(body === "" ? before : applyPatch(before, body), after);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("patch() is correct without a comparison of lines", () => {
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 0, max: 4 }), (before, after, maxEdits) => {
      const change = { kind: "update", path: projectPath("a.txt"), before, after } as const;
      const body = patch(change, "", maxEdits).replace(/^diff .*\n/, "");
      equal(body === "" ? before : applyPatch(before, body), after);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("patch() and countLines() are fast for texts with nothing in common", () => {
  const lines = (letter: string) =>
    Array.from({ length: 200_000 }, (_, number) => `${letter}${number}\n`).join("");
  const path = projectPath("a.txt");
  const change = { kind: "update", path, before: lines("a"), after: lines("b") } as const;
  equal(applyPatch(change.before, patch(change, "").replace(/^diff .*\n/, "")), change.after);
  const { added, removed } = countLines(change);
  equal(added, 200_000);
  equal(removed, 200_000);
});

Deno.test("countLines() returns a difference that equals the change in length", () => {
  const lines = (text: string) =>
    text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0);
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const change = { kind: "update", path: projectPath("a.txt"), before, after } as const;
      const { added, removed } = countLines(change);
      equal(added - removed, lines(after) - lines(before));
    }),
    { numRuns: 2_000 },
  );
});
