import { deepEqual, equal } from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fc, IS_FULL_TIER } from "../tools/tier.ts";
import type { Change } from "../../core/change_set.ts";
import { countLines, patch, patches } from "../../core/diff.ts";
import { projectPath } from "../../core/project_path.ts";
import { runCommand } from "../../tools/run_command.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

function change(path: string, before: string | null, after: string | null): Change {
  const checked = projectPath(path);
  if (before === null) return { kind: "create", path: checked, before, after: after ?? "" };
  if (after === null) return { kind: "delete", path: checked, before, after };
  return { kind: "update", path: checked, before, after };
}

const COUNTS: readonly (readonly [
  before: string | null,
  after: string | null,
  line: number | null,
  added: number,
  removed: number,
])[] = [
  [null, "", null, 0, 0],
  [null, "a\nb\n", null, 2, 0],
  [null, "a\nb", null, 2, 0],
  ["a\nb\n", null, null, 0, 2],
  ["a\n", "a\n", null, 0, 0],
  ["a\nb\nc\n", "a\nx\nc\n", 2, 1, 1],
  ["a\nb\n", "a\nb\n\n\nc\nd\n", 5, 4, 0],
  ["a\nb\nc\n", "x\na\nb\nc\nd\ne\n", 5, 3, 0],
  ["a\nb\n", "a\n", 2, 0, 1],
  ["a", "a\n", 1, 1, 1],
];

Deno.test("countLines() counts lines, and finds the start of most new code", () => {
  for (const [before, after, line, added, removed] of COUNTS) {
    deepEqual(
      countLines(change("a.txt", before, after)),
      { line, added, removed },
      JSON.stringify([before, after]),
    );
  }
});

/** Lines with few different texts, so that many lines match. */
const text = fc.tuple(
  fc.array(fc.constantFrom("", "a", "b", "  c", "-", "+d", "\\ e", "\u00e4", "f\r"), {
    maxLength: 30,
  }),
  fc.boolean(),
).map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));

const path = fc.constantFrom("a.txt", "b/c d.py", "\u65e5/\u00e4.txt", "tab.txt", "b/it's.txt");

/** Applies a patch with git, in a folder with the old text. */
async function gitApply(folder: string, { path, before }: Change, diff: string) {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  if (before !== null) await Deno.writeTextFile(file, before);
  const { code, stderr } = await runCommand("git", ["apply", "-"], { cwd: folder, stdin: diff });
  equal(code, 0, stderr + diff);
  return await Deno.readTextFile(file).catch(() => null);
}

Deno.test("git apply accepts the result of patch()", async () => {
  await inTemporaryFolder(async (home) => {
    let runs = 0;
    const optional = fc.option(text);
    await fc.assert(
      fc.asyncProperty(path, optional, optional, async (path, before, after) => {
        fc.pre(before !== after);
        const each = change(path, before, after);
        const folder = join(home, String(runs++));
        await Deno.mkdir(folder);
        equal(await gitApply(folder, each, patch(each, "")), after);
      }),
      // Equal lines match in several ways.
      { numRuns: 150, examples: [["a.txt", "a\na\na\na\na", "new\na\na\na\na"]] },
    );
  });
});

/** Names of folders that contain a project. */
const folderName = fc.string({
  unit: fc.constantFrom(..." \t\n\r\v\b\x07\x01\x7f\"'\\`$%-ab.", "\u00e4", "\u65e5", "\u{1f600}"),
  minLength: 1,
  maxLength: 6,
}).filter((name) => !/^\.+$/.test(name));

Deno.test("git apply accepts the result of patches() for folders with any name", async () => {
  await inTemporaryFolder(async (home) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(folderName, { minLength: 20, maxLength: 30 }),
        async (names) => {
          const [top, other, ...folders] = names.map((name, index) => `${index}/${name}/`);
          const nested = [`${top}${other}`, ...folders, ...names.map((name) => `${name}/`)];
          const cwd = join(home, String(runs++));
          const expected = nested.flatMap((folder) =>
            changesOfEachKind().map((each) => ({ file: join(cwd, folder, each.path), ...each }))
          );
          for (const { file, before } of expected) {
            await mkdir(dirname(file), { recursive: true });
            if (before !== null) await Deno.writeTextFile(file, before);
          }
          const stdin = nested.map((folder) => patches(changesOfEachKind(), folder)).join("");
          const { code, stderr } = await runCommand("git", ["apply", "-"], { cwd, stdin });
          equal(code, 0, stderr);
          for (const { file, after } of expected) {
            equal(await Deno.readTextFile(file).catch(() => null), after, JSON.stringify(file));
          }
        },
      ),
      { numRuns: IS_FULL_TIER ? 50 : 2 },
    );
  });
});

for (
  const [what, each, expected] of [
    ["a new", change("a.py", null, ""), "new"],
    ["a deleted", change("a.py", "", null), "deleted"],
  ] as const
) {
  Deno.test(`patch() has no --- and +++ lines for ${what} empty file, as in git`, () => {
    equal(patch(each, ""), `diff --git a/a.py b/a.py\n${expected} file mode 100644\n`);
  });
}

function changesOfEachKind(): readonly Change[] {
  return [
    change("new.py", null, "1\n"),
    change("empty.py", null, ""),
    change("old.py", "1\n", null),
    change("was empty.py", "", null),
    change("a b.py", "1\n2\n", "1\n3\n"),
  ];
}

for (
  const { folder, named } of [
    { folder: "plain/", named: "a/plain/x" },
    { folder: "a b/", named: "a/a b/x" },
    { folder: " a/", named: "a/ a/x" },
    { folder: "a /", named: '"a/a /x"' },
    { folder: "\ta/", named: '"a/\\ta/x"' },
    { folder: 'a"b\\/', named: String.raw`"a/a\"b\\/x"` },
    { folder: "a\n\r/", named: String.raw`"a/a\n\r/x"` },
    { folder: "a\x01\x7f/", named: String.raw`"a/a\001\177/x"` },
    { folder: "\u00e4/", named: String.raw`"a/\303\244/x"` },
  ]
) {
  Deno.test(`patch() quotes ${JSON.stringify(folder)} as git does`, () => {
    const [header = "", old = ""] = patch(change("x", "1\n", "2\n"), folder).split("\n");
    equal(header, `diff --git ${named} ${named.replace("a/", "b/")}`);
    equal(old, `--- ${named}${named.includes(" ") ? "\t" : ""}`);
  });
}

Deno.test("a patch of many changed lines has unchanged lines only as context", () => {
  for (const changed of [1, 3, 4, 10, 100]) {
    const lines = Array.from({ length: changed * 10 }, (_, index) => `${index}\n`);
    const each = change(
      "a.txt",
      lines.join(""),
      lines.map((line, index) => index % 10 === 5 ? `new ${line}` : line).join(""),
    );
    const { added, removed } = countLines(each);
    deepEqual({ added, removed }, { added: changed, removed: changed });
    for (const diff of [patch(each, ""), patches([each], "")]) {
      const signs = diff.split("\n").slice(4).map((line) => line.charAt(0));
      deepEqual(
        ["-", "+", " "].map((sign) => signs.filter((each) => each === sign).length),
        [changed, changed, changed * 6],
      );
    }
  }
});

Deno.test("patch() puts the folder before the path", () => {
  equal(
    patch(change("a.txt", null, "x"), "shop/"),
    "diff --git a/shop/a.txt b/shop/a.txt\nnew file mode 100644\n" +
      "--- /dev/null\n+++ b/shop/a.txt\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n",
  );
  equal(
    patch(change("\u00e4", "x\n", null), ""),
    'diff --git "a/\\303\\244" "b/\\303\\244"\ndeleted file mode 100644\n' +
      '--- "a/\\303\\244"\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
  );
});
