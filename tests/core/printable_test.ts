import { equal } from "node:assert/strict";
import { oneLine, printable, quotable } from "../../core/printable.ts";

const SHOWN: readonly (readonly [text: string, shown: string])[] = [
  ["", ""],
  [" ~\n\t", " ~\n\t"],
  ["é 漢 😀", "é 漢 😀"],
  ["\r", "\\u000d"],
  ["a\r\nb\r\r\n", "a\r\nb\\u000d\r\n"],
  ["é\r\n", "é\r\n"],
  ["\0\x1b[2J\x7f\x85", "\\u0000\\u001b[2J\\u007f\\u0085"],
  ["\u202e\u200b\ufeff", "\\u202e\\u200b\\ufeff"],
  ["\u2028\u2029", "\\u2028\\u2029"],
  ["\ud800", "\\ud800"],
  ["\u{e0041}", "\\ue0041"],
  ["é\n\t\r", "é\n\t\\u000d"],
];

Deno.test("printable() escapes characters that move the cursor, reorder text or are invisible", () => {
  for (const [text, shown] of SHOWN) equal(printable(text), shown, JSON.stringify(text));
});

Deno.test("oneLine() escapes line breaks and tabs", () => {
  equal(oneLine("a\nb\n\tc\t"), "a\\nb\\n\\tc\\t");
  equal(oneLine("a\r\nb"), "a\\r\\nb");
});

Deno.test("quotable() cuts text at its limit", () => {
  equal(quotable("a".repeat(200)), "a".repeat(200));
  equal(quotable("a".repeat(201)), `${"a".repeat(200)}...`);
  equal(quotable("a\nbc", 4), "a\\nb...");
});
