import { equal } from "node:assert/strict";
import { byteCount, storageProblem } from "../../../hosted/projects/stored_text.ts";

/** Returns a path of a number of bytes, with names that every disk allows. */
function pathOf(bytes: number, letter = "a"): string {
  const name = `${letter.repeat(200 / byteCount(letter))}/`;
  const folders = name.repeat(Math.floor((bytes - 1) / byteCount(name)));
  return folders + "a".repeat(bytes - byteCount(folders));
}

for (
  const [behaviour, path, text, reason] of [
    ["a path of 1000 bytes", pathOf(1_000), "", null],
    ["a path of 1001 bytes", pathOf(1_001), "", "Path too long"],
    ["a removed path of 1001 bytes", pathOf(1_001), null, "Path too long"],
    ["1000 bytes in fewer characters", pathOf(1_000, "é"), "", null],
    ["1001 bytes in fewer characters", pathOf(1_001, "é"), "", "Path too long"],
    ["a name of 255 bytes", `a/${"a".repeat(255)}`, "", null],
    ["a name of 256 bytes", `a/${"a".repeat(256)}`, "", "File name too long"],
    ["a folder's name of 256 bytes", `${"é".repeat(128)}/a`, "", "File name too long"],
    ["a lone surrogate in a path", "a\ud800", "", "A lone surrogate in its path"],
    ["a lone surrogate in a removed path", "a\ud800", null, "A lone surrogate in its path"],
    ["a NUL in a text", "a", "a\0", "A NUL character in its text"],
    ["a lone surrogate in a text", "a", "\udfff", "A lone surrogate in its text"],
    ["whole characters", "🙂", "🙂\r\n", null],
  ] as const
) {
  Deno.test(`storageProblem() returns '${reason}' for ${behaviour}`, () => {
    equal(storageProblem(path, text), reason);
  });
}
