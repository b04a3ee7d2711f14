import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { storeFiles } from "../../hosted/tools/store_files.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import type { ApplyFailure } from "../../workspace/apply_failure.ts";
import { overlaid } from "../../hosted/projects/overlay.ts";
import { storageProblem } from "../../hosted/projects/stored_text.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { changedTree, PathTree } from "../../workspace/path_tree.ts";
import { assertLinear, countWork } from "../tools/counted_work.ts";
import { changes, type Triple } from "./changes.ts";

const [IS_FOLDER, IS_FILE] = ["Is a directory", "Not a directory"];

function paths(count: number, path: (index: number) => string): ProjectPath[] {
  return Array.from({ length: count }, (_, index) => projectPath(path(index)));
}

Deno.test("PathTree takes time in proportion to the length of its paths, at any depth", async () => {
  await assertLinear((size) => {
    const deep = paths(20, (index) => `${"a/".repeat(size)}${index}`);
    return () => {
      const tree = new PathTree(deep);
      for (const path of deep) tree.checkIsFile(path);
      return deep.map((path) => tree.entries(path.slice(0, path.lastIndexOf("/")) as ProjectPath));
    };
  }, 100);
});

Deno.test("PathTree visits only the folders that it is asked for", async () => {
  const deep = paths(1_000, (index) => `${index}/${"a/".repeat(20)}b`);
  const characters = deep.join("").length;
  const work = await countWork(() => {
    const tree = new PathTree(deep);
    return [tree.entries(null), tree.checkIsFile(projectPath("7/a/c"))];
  });
  ok(work < 2 * characters, `Counted ${work} for paths with ${characters} characters`);
});

Deno.test("PathTree rejects a file in place of a folder, and below a file", () => {
  const tree = new PathTree(paths(2, (index) => `a/b/${index}`));
  for (const path of ["a", "a/b"]) throws(() => tree.checkIsFile(projectPath(path)), /Is a dir/);
  for (const path of ["a/b/0/c", "a/b/1/c/d"]) {
    throws(() => tree.checkIsFile(projectPath(path)), /Not a directory/);
  }
  throws(() => tree.entries(projectPath("a/b/0")), /Not a directory/);
  for (const path of ["a/b/0", "a/c", "c/d", "a/b/2"]) tree.checkIsFile(projectPath(path));
  deepEqual(tree.entries(projectPath("a/c")), []);
  deepEqual(tree.entries(projectPath("a")), [{ name: "b", kind: "folder" }]);
  const mixed = new PathTree(["c", "a/x", "b"].map(projectPath));
  deepEqual(mixed.entries(null).map(({ name, kind }) => `${name} ${kind}`), [
    "a folder",
    "b file",
    "c file",
  ]);
});

const CHANGED_TREES: readonly (readonly [
  what: string,
  triples: readonly Triple[],
  expected: readonly string[] | ApplyFailure["outcome"],
])[] = [
  ["a file beside others", [["a/c", null, "c"]], ["a/b", "d", "a/c"]],
  ["another text", [["d", "d", "e"]], ["a/b", "d"]],
  ["a file that goes", [["d", "d", null]], ["a/b"]],
  ["a file in another's place", [["a/b", "b", null], ["a", null, "a"]], failure("a", IS_FOLDER)],
  ["a file in a folder's place", [["a", null, "a"]], failure("a", IS_FOLDER)],
  ["a file below another", [["d/e", null, "e"]], failure("d/e", IS_FILE)],
  ["a file below a new one", [["e", null, ""], ["e/f", null, ""]], failure("e", IS_FOLDER)],
  ["a file above a new one", [["e/f", null, ""], ["e", null, ""]], failure("e/f", IS_FILE)],
  ["a new file that exists", [["d", null, "d"]], { kind: "changed", path: projectPath("d") }],
  ["a file with other text", [["d", "e", "f"]], { kind: "changed", path: projectPath("d") }],
  ["an absent file", [["e", "e", null]], { kind: "changed", path: projectPath("e") }],
];

function failure(path: string, reason: string): ApplyFailure["outcome"] {
  return { kind: "failed", path: projectPath(path), reason };
}

for (const [what, triples, expected] of CHANGED_TREES) {
  Deno.test(`changedTree() changes or rejects ${what}`, () => {
    const tree = new PathTree([projectPath("a/b"), projectPath("d")]);
    const texts = new Map([[projectPath("a/b"), "b"], [projectPath("d"), "d"]]);
    const change = () => changedTree(tree, changes(...triples), texts);
    if ("kind" in expected) throws(change, { name: "ApplyFailure", outcome: expected });
    else deepEqual([...change().files], expected);
  });
}

/** Sets of given files that grow in one dimension each. */
const GIVEN: Readonly<Record<string, (index: number) => string>> = {
  "deep files": (index) => `${"a/".repeat(20)}${index}.py`,
  "deep folders": (index) => `${index}/${"a/".repeat(19)}b.py`,
  "one name in many spellings": (index) =>
    [...index.toString(2).padStart(12, "0")].map((digit) => digit === "0" ? "a" : "A").join(""),
};

for (const [what, path] of Object.entries(GIVEN)) {
  Deno.test(`storing and overlaying files takes time in proportion to the files: ${what}`, async () => {
    await assertLinear((size) => {
      const given = new Map(paths(size, path).map((each) => [each, "text"]));
      return async () => {
        await storeFiles(createMemoryWorkspace(), given);
        await overlaid(createMemoryWorkspace(), given).read([...given.keys()]);
      };
    }, 100);
  });
}

Deno.test("storeFiles() reports the first other spelling of a path", async () => {
  const workspace = createMemoryWorkspace({ "a/B/c.py": "", "a/d.py": "" });
  const message = async (path: string) => {
    const { diagnostics } = await storeFiles(workspace, new Map([[projectPath(path), ""]]));
    return diagnostics[0]?.message ?? null;
  };
  const refused = (path: string, other: string) =>
    `Cannot store '${path}' (the same file as '${other}' on many disks); nothing was stored.`;
  equal(await message("A/B/c.py"), refused("A/B/c.py", "a"));
  equal(await message("a/b/x.py"), refused("a/b/x.py", "a/B"));
  equal(await message("a/B/C.py"), refused("a/B/C.py", "a/B/c.py"));
  equal(await message("a/b.py"), null);
});

Deno.test("storageProblem() rejects paths and texts that some disk or database cannot hold", () => {
  const cases: readonly (readonly [string, string | null, string | null])[] = [
    ["a.py", "é", null],
    ["a.py", null, null],
    [`${"a/".repeat(20)}b`, "", null],
    [`${"a/".repeat(21)}b`, "", "More than 20 folders deep"],
    [`${"a/".repeat(21)}b`, null, null],
    ["é".repeat(127), "", null],
    ["é".repeat(128), "", "File name too long"],
    [`${`${"a".repeat(249)}/`.repeat(4)}b`, "", "Path too long"],
    ["\ud800", "", "A lone surrogate in its path"],
    ["a", "\udc00", "A lone surrogate in its text"],
    ["a", "\0", "A NUL character in its text"],
  ];
  deepEqual(cases.map(([path, text]) => [path, text, storageProblem(path, text)]), cases);
});
