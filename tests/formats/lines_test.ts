import { equal } from "node:assert/strict";
import {
  breakNear,
  deleteLines,
  indentAt,
  insertLines,
  isOpenEnded,
  lineEnd,
  lineStart,
  nextLine,
  startsLine,
} from "../../formats/lines.ts";

const TEXT = "a\r\n  b\n\tc\rd";

Deno.test("lineStart(), lineEnd() and nextLine() accept every kind of line break", () => {
  const lines: readonly (readonly [at: number, start: number, end: number, next: number])[] = [
    [0, 0, 1, 3],
    [1, 0, 1, 3],
    [3, 3, 6, 7],
    [5, 3, 6, 7],
    [8, 7, 9, 10],
    [10, 10, 11, 11],
    [11, 10, 11, 11],
  ];
  for (const [at, start, end, next] of lines) {
    equal(lineStart(TEXT, at), start, `start at ${at}`);
    equal(lineEnd(TEXT, at), end, `end at ${at}`);
    equal(nextLine(TEXT, at), next, `next at ${at}`);
  }
});

Deno.test("breakNear() prefers the break before an offset, then the one after it, then a line feed", () => {
  const breaks: readonly (readonly [text: string, at: number, found: string])[] = [
    ["", 0, "\n"],
    ["a", 1, "\n"],
    ["a\r\nb", 0, "\r\n"],
    ["a\r\nb", 4, "\r\n"],
    ["a\nb\r\n", 3, "\n"],
    ["a\r\nb\nc", 6, "\n"],
    ["a\nb\r\nc", 6, "\r\n"],
    ["a\rb\n", 3, "\r"],
    ["\na\r\n", 0, "\n"],
    ["\na\r\n", 1, "\n"],
    ["\n\r", 1, "\n"],
  ];
  for (const [text, at, found] of breaks) equal(breakNear(text, at), found, JSON.stringify(text));
});

Deno.test("indentAt() and startsLine() read the blanks before an offset", () => {
  const places: readonly (readonly [at: number, indent: string, starts: boolean])[] = [
    [0, "", true],
    [1, "", false],
    [4, " ", true],
    [5, "  ", true],
    [6, "  ", false],
    [8, "\t", true],
    [10, "", true],
  ];
  for (const [at, indent, starts] of places) {
    equal(indentAt(TEXT, at), indent, `indent at ${at}`);
    equal(startsLine(TEXT, at), starts, `starts at ${at}`);
  }
});

Deno.test("isOpenEnded() reports a last line without a break", () => {
  for (const [text, open] of [["", false], ["a", true], ["a\n", false], ["a\r", false]] as const) {
    equal(isOpenEnded(text), open, JSON.stringify(text));
  }
});

Deno.test("insertLines() and deleteLines() keep a missing final newline", () => {
  const cases: readonly (readonly [before: string, at: number, after: string])[] = [
    ["", 0, "x\n"],
    ["a\r\nb\r\n", 3, "a\r\nx\r\nb\r\n"],
    ["a\r\nb", 4, "a\r\nb\r\nx"],
    ["a\n", 2, "a\nx\n"],
  ];
  for (const [before, at, after] of cases) {
    equal(insertLines(before, at, "x"), after);
    const start = after.indexOf("x");
    equal(deleteLines(after, start, nextLine(after, start)), before);
  }
});
