/** Arranges a flat list of files as a tree of folders. */

/** A folder and its contents, in the order of the input. */
export interface Folder<File> {
  /** The path with a trailing slash; empty for the root. */
  readonly path: string;
  readonly folders: ReadonlyMap<string, Folder<File>>;
  readonly files: readonly { readonly name: string; readonly file: File }[];
}

interface GrowingFolder<File> extends Folder<File> {
  readonly folders: Map<string, GrowingFolder<File>>;
  readonly files: { readonly name: string; readonly file: File }[];
}

/**
 * Arranges files as a tree.
 *
 * @returns The root folder.
 *
 * @example
 * ```ts
 * import { folderTree } from "./folder_tree.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const { folders, files } = folderTree([{ path: "api/app.py" }, { path: "README.md" }]);
 * deepEqual([...folders.keys()], ["api"]);
 * deepEqual(files.map(({ name }) => name), ["README.md"]);
 * ```
 */
export function folderTree<File extends { readonly path: string }>(
  files: readonly File[],
): Folder<File> {
  const root = emptyFolder<File>("");
  for (const file of files) {
    const names = file.path.split("/");
    const name = names.pop() ?? "";
    let folder = root;
    for (const each of names) {
      const inner = folder.folders.get(each) ?? emptyFolder<File>(`${folder.path}${each}/`);
      folder.folders.set(each, inner);
      folder = inner;
    }
    folder.files.push({ name, file });
  }
  return root;
}

function emptyFolder<File>(path: string): GrowingFolder<File> {
  return { path, folders: new Map(), files: [] };
}
