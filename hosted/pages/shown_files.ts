/** Limits the files in a tree on a page. */

import type { ListedFile } from "../projects/listing.ts";

/** Maximum number of files that a page lists. */
export const MAX_LISTED = 2_000;

/** Maximum number of files and folders in a tree. */
const MAX_NODES = 4_000;

/** Maximum characters of all paths in a tree, because the link of each file repeats its path. */
const MAX_CHARACTERS = 150_000;

/**
 * Returns the first files whose tree is small enough for a page.
 *
 * @param files Ordered by path.
 *
 * @example
 * ```ts
 * import { projectPath } from "../../core/project_path.ts";
 * import { shownFiles } from "./shown_files.ts";
 * import { equal } from "node:assert/strict";
 *
 * const files = ["api/app.py", "api/db.py"].map((path) => ({ path: projectPath(path), bytes: 0 }));
 * equal(shownFiles(files).length, 2);
 * ```
 */
export function shownFiles(files: readonly ListedFile[]): readonly ListedFile[] {
  let [nodes, characters] = [0, 0];
  let before: readonly string[] = [];
  const end = files.slice(0, MAX_LISTED).findIndex(({ path }) => {
    const names = path.split("/");
    // In an ordered list, the files of a folder follow each other, so every name from the first new one on is
    // another node.
    const first = names.findIndex((name, depth) => name !== before[depth]);
    nodes += names.length - first;
    characters += path.length;
    before = names;
    return nodes > MAX_NODES || characters > MAX_CHARACTERS;
  });
  return files.slice(0, end === -1 ? MAX_LISTED : end);
}
