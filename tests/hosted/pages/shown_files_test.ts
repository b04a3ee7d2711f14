/** The tree of files on a page is limited in files, folders and characters. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { type ProjectPath, projectPath } from "../../../core/project_path.ts";
import { shownFiles } from "../../../hosted/pages/shown_files.ts";
import { folderTree } from "../../../presentation/folder_tree.ts";
import type { Folder } from "../../../presentation/folder_tree.ts";

function listed(count: number, path: (index: string) => string) {
  return Array.from({ length: count }, (_, index) => ({
    path: projectPath(path(String(index).padStart(6, "0"))) as ProjectPath,
    bytes: 0,
  }));
}

/** Returns the number of files and folders below a folder. */
function nodesIn({ folders, files }: Folder<unknown>): number {
  return [...folders.values()].reduce((sum, each) => sum + 1 + nodesIn(each), files.length);
}

const NAME = "x".repeat(40);

const PROJECTS:
  readonly (readonly [what: string, path: (index: string) => string, most: number])[] = [
    ["files in one folder", (index) => `a/${index}.py`, 2_000],
    ["files in folders of their own", (index) => `${index}/a.py`, 2_000],
    ["files in twenty folders each", (index) => `${index}/${"a/".repeat(19)}b`, 190],
    ["files in twenty long folders each", (index) => `${index}/${`${NAME}/`.repeat(19)}b`, 190],
    ["files with long names", (index) => `${index}${NAME.repeat(5)}`, 728],
  ];

for (const [what, path, most] of PROJECTS) {
  Deno.test(`a page lists as many ${what} as fit`, () => {
    const files = listed(20_000, path);
    const shown = shownFiles(files);
    equal(shown.length, most);
    deepEqual(shown, files.slice(0, most));
    ok(nodesIn(folderTree(shown)) <= 4_000);
    ok(shown.reduce((sum, { path }) => sum + path.length, 0) <= 150_000);
  });
}

Deno.test("a page lists all files of a small project", () => {
  for (const files of [[], listed(1, (index) => index), listed(300, (index) => `${index}/a/b`)]) {
    deepEqual(shownFiles(files), files);
  }
});
