/** Highlighting keeps every text, and is fast. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { highlightedLines } from "../../presentation/highlight.ts";
import { unescaped } from "../hosted/http/browser.ts";
import { fc } from "../tools/tier.ts";

const NAMES = ["a.py", "b.json", "c.toml", "d.yaml", "e.md", "Dockerfile", "f.txt", "constructor"];

const PIECES = [
  ..."\n'\"#-[]{}()<>&`*_=:,.\\ $@!|%",
  ...[
    "def f",
    "class ",
    '"""',
    "'''",
    "```",
    "true",
    "1",
    "a: |\n  b",
    "FROM x",
    "&lt;",
    "</span>",
  ],
];

Deno.test("highlightedLines() adds only colours and balances each line", () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 40 })
    .map((pieces) => pieces.join(""));
  fc.assert(fc.property(fc.constantFrom(...NAMES), text, (name, written) => {
    const lines = highlightedLines(name, written);
    const plain = lines.map((line) =>
      unescaped(line.replace(/<\/?span[^>]*>/g, "").replaceAll("&#x27;", "'"))
    );
    deepEqual(plain, written.replace(/\r?\n$/, "").split(/\r\n|[\r\n]/));
    for (const line of lines) {
      const tags = [...line.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
      ok(tags.every((tag) => /^<span class="[\w -]+">$|^<\/span>$/.test(tag)), line);
      let depth = 0;
      ok(tags.every((tag) => (depth += tag === "</span>" ? -1 : 1) >= 0), line);
      equal(depth, 0, line);
    }
  }));
});

/** Without limits, a long text of each of these units took a minute or more. */
const SLOW = ["a", "-", "_", "1.", "}", "{%", "class a(", "[a](", "\n", "a\n-\n"];

Deno.test("highlightedLines() is fast on texts that its patterns handle slowly", () => {
  const start = performance.now();
  for (const name of NAMES) {
    for (const unit of SLOW) {
      highlightedLines(name, unit.repeat(100_000 / unit.length));
      highlightedLines(name, `${unit.repeat(200 / unit.length)}\n`.repeat(150));
    }
  }
  ok(performance.now() - start < 60_000);
});

Deno.test("highlightedLines() handles more lines than a call allows arguments", () => {
  equal(highlightedLines("a.py", "\n".repeat(1_000_000)).length, 1_000_000);
});

/** Each repetition of such a unit opens a span and never closes it. */
const NESTED = ["def a(", "class a(", 'f"{', "{", "[", "> ", "- "];

Deno.test("highlightedLines() has output in proportion to the text, at any nesting", () => {
  for (const name of NAMES) {
    for (const unit of NESTED) {
      const length = (count: number) =>
        highlightedLines(name, `${unit}\n`.repeat(count)).reduce(
          (sum, line) => sum + line.length,
          0,
        );
      const [small, large] = [length(300), length(1_200)];
      ok(large <= 4.4 * small, `${name}, ${unit}: ${small} and ${large} characters`);
    }
  }
});
