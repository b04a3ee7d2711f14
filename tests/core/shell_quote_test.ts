import { equal } from "node:assert/strict";
import { shellQuote } from "../../core/shell_quote.ts";

Deno.test("shellQuote quotes words that a shell would change", () => {
  const cases = [
    ["", "''"],
    ["shop", "shop"],
    ["--dir=/opt/a_b-1.2", "--dir=/opt/a_b-1.2"],
    ["https://e.com:8000/mcp", "https://e.com:8000/mcp"],
    ["~", "'~'"],
    ["a b", "'a b'"],
    ["$(id)", "'$(id)'"],
    ["a&b?c", "'a&b?c'"],
    ["a\nb", "'a\nb'"],
    ["é", "'é'"],
    ["it's", "'it'\\''s'"],
  ] as const;
  for (const [word, quoted] of cases) equal(shellQuote(word), quoted);
});
