/** The folders that a list of files makes, where no disk holds them. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { changed, during } from "./apply_failure.ts";
import { type Entry, WorkspaceError } from "./workspace.ts";

/** What there is at a path. */
interface Node {
  isFile: boolean;
  /** What is in it, by name; `null` if it is no folder. */
  inside: Map<string, Node> | null;
}

/**
 * Files by their paths, and the folders above them. Each folder knows just the names in it, so that the
 * tree takes room and time with the length of the paths.
 */
export class PathTree {
  /** Every file, in the order given. */
  readonly files: ReadonlySet<ProjectPath>;
  readonly #root: Node = { isFile: false, inside: new Map() };

  constructor(files: Iterable<ProjectPath>) {
    this.files = new Set(files);
    for (const path of this.files) this.#add(path);
  }

  #add(path: ProjectPath): void {
    let node = this.#root;
    for (const name of path.split("/")) {
      node.inside ??= new Map();
      const next = node.inside.get(name) ?? { isFile: false, inside: null };
      node.inside.set(name, next);
      node = next;
    }
    node.isFile = true;
  }

  /**
   * Refuses what no disk could hold: a file in the place of a folder, or below a file.
   *
   * @throws {WorkspaceError} `unreadable`.
   */
  checkIsFile(path: ProjectPath): void {
    let node: Node | undefined = this.#root;
    let isBelowFile = false;
    for (const name of path.split("/")) {
      isBelowFile ||= node?.isFile ?? false;
      node = node?.inside?.get(name);
    }
    const isFolder = node !== undefined && node.inside !== null;
    if (isFolder) throw new WorkspaceError("unreadable", path, "Is a directory");
    if (isBelowFile) throw new WorkspaceError("unreadable", path, "Not a directory");
  }

  /**
   * What is in a folder, sorted by name.
   *
   * @throws {WorkspaceError} `unreadable` if it is a file.
   */
  entries(folder: ProjectPath | null): readonly Entry[] {
    let node: Node | undefined = this.#root;
    for (const name of folder?.split("/") ?? []) node = node?.inside?.get(name);
    if (folder !== null && node?.isFile) {
      throw new WorkspaceError("unreadable", folder, "Not a directory");
    }
    return [...node?.inside ?? []]
      .map(([name, { inside }]): Entry => ({ name, kind: inside === null ? "file" : "folder" }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/**
 * The tree once changes are applied.
 *
 * @param texts The text of every file that they concern, where there is one.
 * @throws {ApplyFailure} If a file is not what its change was planned upon, or cannot be there.
 */
export function changedTree(
  tree: PathTree,
  changes: readonly Change[],
  texts: Snapshot,
): PathTree {
  const files = new Set(tree.files);
  for (const { path, before, after } of changes) {
    during(path, () => tree.checkIsFile(path));
    if ((texts.get(path) ?? null) !== before) throw changed(path);
    if (after === null) files.delete(path);
    else files.add(path);
  }
  const next = new PathTree(files);
  for (const { path } of changes) during(path, () => next.checkIsFile(path));
  return next;
}
