import { deepEqual, equal } from "node:assert/strict";
import {
  decodeJsonText,
  excerpt,
  excerptAt,
  jsonPointer,
  positionAt,
} from "../../core/json_text.ts";

const BYTES: readonly (readonly [what: string, bytes: readonly number[], text: string | null])[] = [
  ["UTF-8", [0x22, 0xc3, 0xa4, 0x22], '"\u00e4"'],
  ["UTF-8 with a byte order mark", [0xef, 0xbb, 0xbf, 0x31], "1"],
  ["UTF-16 LE with a byte order mark", [0xff, 0xfe, 0x31, 0x00], "1"],
  ["UTF-16 BE with a byte order mark", [0xfe, 0xff, 0x00, 0x31], "1"],
  ["UTF-16 LE", [0x31, 0x00, 0x32, 0x00], "12"],
  ["UTF-16 BE", [0x00, 0x31, 0x00, 0x32], "12"],
  ["UTF-16 BE with a surrogate pair", [0xfe, 0xff, 0xd8, 0x3d, 0xde, 0x00], "\u{1f600}"],
  ["no bytes", [], ""],
  ["one digit", [0x31], "1"],
  ["a second byte order mark, which is text", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], "\ufeff"],
  ["one zero byte", [0x00], "\0"],
  ["half a byte order mark of UTF-16 LE", [0x31, 0xfe], null],
  ["half a byte order mark of UTF-16 BE", [0x31, 0xff], null],
  ["the first byte of both byte order marks", [0xfe, 0xfe], null],
  ["the last byte of both byte order marks", [0xff, 0xff], null],
  ["Latin-1", [0x22, 0xe4, 0x22], null],
  ["half a UTF-8 character", [0xc3], null],
  ["half a UTF-16 unit", [0xff, 0xfe, 0x31], null],
  ["a lone surrogate in UTF-16", [0xff, 0xfe, 0x00, 0xd8], null],
];

for (const [what, bytes, text] of BYTES) {
  Deno.test(`decodeJsonText() decodes ${what}`, () => {
    equal(decodeJsonText(new Uint8Array(bytes)), text);
  });
}

Deno.test("positionAt() counts lines with any line ending, and columns in UTF-16 code units", () => {
  const text = "a\nb\r\nc\rd\u{1f600}e";
  const cases = [[0, 1, 1], [1, 1, 2], [2, 2, 1], [5, 3, 1], [7, 4, 1], [10, 4, 4]] as const;
  for (const [offset, line, column] of cases) {
    deepEqual(positionAt(text, offset), { line, column }, String(offset));
  }
});

Deno.test("excerpt() shows a line, the line above and a mark", () => {
  const cases = [
    ["{", 1, "  1 | {\n    |  ^"],
    ["a\nb\nc", 4, "  2 | b\n  3 | c\n    | ^"],
    ["{\r\n\tx", 4, "  1 | {\n  2 |  x\n    |  ^"],
    [`${"\n".repeat(9)}x`, 9, "   9 |\n  10 | x\n     | ^"],
  ] as const;
  for (const [text, offset, shown] of cases) equal(excerpt(text, offset), shown);
});

Deno.test("excerpt() cuts a long line on both sides of the position", () => {
  const shown = excerpt("-".repeat(500) + "x" + "-".repeat(500), 500).split("\n");
  equal(shown.length, 2);
  equal(shown[0]?.length, "  1 | ".length + 70);
  equal(shown[0]?.indexOf("x"), shown[1]?.indexOf("^"));
});

Deno.test("excerptAt() cuts a line if the column is near or past the width", () => {
  const line = "abcdefghijklmnopqrstuvwxyz".repeat(2);
  const cases = [
    [1, 20, "abcdefghijklmnopqrst", 0],
    [10, 20, "abcdefghijklmnopqrst", 9],
    [11, 20, "bcdefghijklmnopqrstu", 9],
    [12, 20, "cdefghijklmnopqrstuv", 9],
    [52, 20, "qrstuvwxyz", 9],
    [30, 40, "abcdefghijklmnopqrstuvwxyzabcdefghijklmn", 29],
    [31, 40, "lmnopqrstuvwxyzabcdefghijklmnopqrstuvwxy", 19],
    [12, 21, "bcdefghijklmnopqrstuv", 10],
  ] as const;
  for (const [column, width, shown, mark] of cases) {
    const excerpt = excerptAt([line], { line: 1, column }, { above: 1, width });
    equal(excerpt, `  1 | ${shown}\n    | ${" ".repeat(mark)}^`, `${column} of ${width}`);
  }
});

Deno.test("excerptAt() shows the requested number of lines above, if they exist", () => {
  const lines = ["a", "b", "c", "d"];
  for (const [above, shown] of [[0, "c"], [1, "bc"], [2, "abc"], [9, "abc"]] as const) {
    const excerpt = excerptAt(lines, { line: 3, column: 1 }, { above, width: 20 });
    equal(excerpt.replace(/[^a-d]/g, ""), shown);
  }
});

Deno.test("jsonPointer() escapes keys as RFC 6901 says", () => {
  equal(jsonPointer([]), "");
  equal(jsonPointer(["routes", "a/b", "m~n", "", 0]), "/routes/a~1b/m~0n//0");
});
