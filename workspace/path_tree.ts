/** The folders that a list of files makes, where no disk holds them. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { changed, during } from "./apply_failure.ts";
import { type Entry, WorkspaceError } from "./workspace.ts";

/** Files by their paths, and the folders above them. */
export class PathTree {
  /** Every file, in the order given. */
  readonly files: ReadonlySet<ProjectPath>;
  /** What is in each folder; in the root, by the name of "". */
  readonly #folders = new Map<string, Map<string, Entry["kind"]>>([["", new Map()]]);

  constructor(files: Iterable<ProjectPath>) {
    this.files = new Set(files);
    for (const path of this.files) this.#add(path, "file");
  }

  #add(path: string, kind: Entry["kind"]): void {
    const slash = path.lastIndexOf("/");
    const folder = path.slice(0, Math.max(0, slash));
    const entries = this.#folders.get(folder) ?? new Map<string, Entry["kind"]>();
    entries.set(path.slice(slash + 1), kind);
    if (this.#folders.has(folder)) return;
    this.#folders.set(folder, entries);
    this.#add(folder, "folder");
  }

  /**
   * Refuses what no disk could hold: a file in the place of a folder, or below a file.
   *
   * @throws {WorkspaceError} `unreadable`.
   */
  checkIsFile(path: ProjectPath): void {
    if (this.#folders.has(path)) throw new WorkspaceError("unreadable", path, "Is a directory");
    for (const folder of ancestors(path)) {
      if (this.files.has(folder as ProjectPath)) {
        throw new WorkspaceError("unreadable", path, "Not a directory");
      }
    }
  }

  /**
   * What is in a folder, sorted by name.
   *
   * @throws {WorkspaceError} `unreadable` if it is a file.
   */
  entries(folder: ProjectPath | null): readonly Entry[] {
    if (folder !== null && this.files.has(folder)) {
      throw new WorkspaceError("unreadable", folder, "Not a directory");
    }
    return [...this.#folders.get(folder ?? "") ?? []]
      .map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function* ancestors(path: string): Iterable<string> {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    yield path.slice(0, end);
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
