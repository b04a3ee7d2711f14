/** The folders that a list of files makes, where no disk holds them. */

import type { Change, Entry, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { changed, during } from "./apply_failure.ts";
import { WorkspaceError } from "./workspace.ts";

/** What there is at a path. */
interface Node {
  isFile: boolean;
  /** What is in it, by name; `null` if it is no folder. */
  inside: Map<string, Node> | null;
}

/** The names of a folder, by what disks that fold case and Unicode take them for. */
type Spellings = ReadonlyMap<string, readonly string[]>;

/**
 * Files by their paths, and the folders above them. Each folder knows just the names in it, so that the
 * tree takes room and time with the length of the paths.
 */
export class PathTree {
  /** Every file, in the order given. */
  readonly files: ReadonlySet<ProjectPath>;
  readonly #root: Node = { isFile: false, inside: new Map() };
  readonly #spellings = new Map<Node, Spellings>();

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
   * Finds what many disks take for the same as a path.
   *
   * @returns The start of the path, up to the first name that is there in another spelling, in that
   * spelling; `null` if there is none.
   */
  otherSpelling(path: ProjectPath): string | null {
    let node: Node | undefined = this.#root;
    let end = 0;
    for (const name of path.split("/")) {
      const other = node === undefined ? undefined : this.#spelledOtherwise(node, name);
      if (other !== undefined) return path.slice(0, end) + other;
      node = node?.inside?.get(name);
      end += name.length + 1;
    }
    return null;
  }

  #spelledOtherwise(folder: Node, name: string): string | undefined {
    const { inside } = folder;
    // Most folders of a deep path hold nothing but the next one.
    if (inside === null || inside.size === 1 && inside.has(name)) return undefined;
    const known = this.#spellings.get(folder) ?? Map.groupBy(inside.keys(), folded);
    this.#spellings.set(folder, known);
    const [first, second] = known.get(folded(name)) ?? [];
    return first === name ? second : first;
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

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
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
