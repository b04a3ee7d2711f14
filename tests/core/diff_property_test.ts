import { equal } from "node:assert/strict";
import { fc } from "../tools/tier.ts";
import { applyPatch } from "diff";
import { countLines, patch } from "../../core/diff.ts";
import { projectPath } from "../../core/project_path.ts";

const texts = fc.tuple(
  fc.array(fc.constantFrom("a", "b", "c", "", "d\r"), { maxLength: 14 }),
  fc.constantFrom("", "\n"),
).map(([lines, end]) => lines.join("\n") + end);

Deno.test("patch() turns the text before into the text after, wherever they are alike", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const change = { kind: "update", path: projectPath("a.txt"), before, after } as const;
      const body = patch(change, "").replace(/^diff .*\n/, "");
      equal(body === "" ? before : applyPatch(before, body), after);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("countLines() counts as many lines more as the text has more", () => {
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
