import { deepEqual, equal, match } from "node:assert/strict";
import { MANIFEST_PATH } from "../../../project/records/manifest.ts";
import { readFiles } from "../../../hosted/tools/files.ts";

function problems(value: unknown): string[] {
  const read = readFiles(value);
  return read.kind === "files" ? [] : read.diagnostics.map(({ message }) => message);
}

Deno.test("readFiles() reads texts, and null for removed files", () => {
  const files = { "app/a.py": "a = 1\n", "b.txt": "", "c.md": null, [MANIFEST_PATH]: "x" };
  deepEqual(readFiles(files), { kind: "files", files: new Map(Object.entries(files)) });
  deepEqual(readFiles(undefined), { kind: "files", files: new Map() });
  deepEqual(readFiles({}), { kind: "files", files: new Map() });
});

Deno.test("readFiles() rejects values that are not objects", () => {
  for (const value of [null, "a", 7, true, ["a"]]) {
    deepEqual(problems(value), [
      "Argument 'files' must be an object that maps paths to file contents.",
    ]);
  }
});

const REFUSED: readonly (readonly [path: string, text: unknown, reason: RegExp])[] = [
  ["a.py", 7, /its contents must be a string or null/],
  ["a.py", undefined, /its contents must be a string or null/],
  ["a.py", ["a"], /its contents must be a string or null/],
  ["", "a", /not a path below the project's root/],
  ["../a.py", "a", /not a path below the project's root/],
  ["/etc/passwd", null, /not a path below the project's root/],
  [".layerwright", "a", /Layerwright reserves that folder/],
  [".layerwright/journal", "a", /Layerwright reserves that folder/],
  [".Layerwright/manifest", null, /Layerwright reserves that folder/],
  [".git", "a", /git or Layerwright reserves that folder/],
  [".git/config", "a", /git or Layerwright reserves that folder/],
  ["sub/.GIT/hooks/post-checkout", "a", /git or Layerwright reserves that folder/],
  ["GIT~1/config", null, /git or Layerwright reserves that folder/],
  [".g\u200cit/config", "a", /git or Layerwright reserves that folder/],
  ["git~2/config", "a", /git or Layerwright reserves that folder/],
  [".layer\u200cwright/lock", "a", /git or Layerwright reserves that folder/],
  ["layerw~1/lock", "a", /git or Layerwright reserves that folder/],
  ["a/".repeat(600) + "b", "a", /\(More than 20 folders deep\)/],
];

Deno.test("readFiles() rejects paths and texts that cannot be stored, with reasons", () => {
  for (const [path, text, reason] of REFUSED) {
    const [problem = "", ...others] = problems({ "ok.py": "a", [path]: text });
    match(problem, reason, path);
    deepEqual(others, [], path);
  }
  equal(problems(Object.fromEntries(REFUSED.map(([path, text]) => [path, text]))).length, 16);
});

const ALLOWED = [
  ".gitignore",
  ".github/a.yml",
  "git~a/b",
  "a.git/b",
  ".layerwrightx",
  "a/.layerwright/b",
];

Deno.test("readFiles() accepts names that only resemble reserved folders", () => {
  for (const path of ALLOWED) deepEqual(problems({ [path]: "a" }), [], path);
});

Deno.test("readFiles() accepts two thousand files and no more", () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.py`, ""]));
  deepEqual(problems(files(2_000)), []);
  deepEqual(problems(files(2_001)), ["Argument 'files' has 2,001 files (limit 2,000)."]);
});
