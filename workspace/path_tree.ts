/** Builds the tree of folders from a list of paths, without access to a disk. */

import type { Change, Entry, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { changed, during } from "./apply_failure.ts";
import { WorkspaceError } from "./workspace.ts";

/** A file or a folder. A node is both if one path is a folder of another path. */
class Node {
  isFile = false;
  /** The files below whose entry has not been made yet. */
  #below: ProjectPath[] = [];
  /** The position in a path below at which the name of an entry starts. */
  readonly #start: number;
  readonly #inside = new Map<string, Node>();

  constructor(start: number) {
    this.#start = start;
  }

  get isFolder(): boolean {
    return this.#below.length > 0 || this.#inside.size > 0;
  }

  add(path: ProjectPath): void {
    this.#below.push(path);
  }

  /** The entries by name. They are made at the first use, so that folders that nobody visits cost nothing. */
  get inside(): ReadonlyMap<string, Node> {
    for (const path of this.#below) {
      const end = path.indexOf("/", this.#start);
      const name = path.slice(this.#start, end === -1 ? undefined : end);
      const entry = this.#inside.get(name) ?? new Node(this.#start + name.length + 1);
      this.#inside.set(name, entry);
      if (end === -1) entry.isFile = true;
      else entry.add(path);
    }
    this.#below = [];
    return this.#inside;
  }
}

/**
 * The names in a folder, in groups. Disks that ignore case and normalize Unicode treat the names of a group
 * as the same name.
 */
type Spellings = ReadonlyMap<string, readonly string[]>;

/**
 * Files and the folders above them. A folder finds its entries when it is visited, and stores only their
 * names. So a new tree costs as much as a list of the files, and visiting all of its folders takes time and
 * memory in proportion to the total length of the paths.
 */
export class PathTree {
  /** Every file, in the given order. */
  readonly files: ReadonlySet<ProjectPath>;
  readonly #root = new Node(0);
  readonly #spellings = new Map<Node, Spellings>();

  constructor(files: Iterable<ProjectPath>) {
    this.files = new Set(files);
    for (const path of this.files) this.#root.add(path);
  }

  /**
   * Checks that a disk could hold a file at a path.
   *
   * @throws {WorkspaceError} `unreadable` if the path is a folder, or is below a file.
   */
  checkIsFile(path: ProjectPath): void {
    let node: Node | undefined = this.#root;
    let isBelowFile = false;
    for (const name of path.split("/")) {
      isBelowFile ||= node?.isFile ?? false;
      node = node?.inside.get(name);
    }
    if (node?.isFolder) throw new WorkspaceError("unreadable", path, "Is a directory");
    if (isBelowFile) throw new WorkspaceError("unreadable", path, "Not a directory");
  }

  /**
   * Finds another spelling of a path in the tree. Many disks treat both spellings as the same path.
   *
   * @returns The path up to the first name with another spelling, as the tree spells it; `null` if the tree
   * has no other spelling.
   */
  otherSpelling(path: ProjectPath): string | null {
    let node: Node | undefined = this.#root;
    let end = 0;
    for (const name of path.split("/")) {
      const other = node === undefined ? undefined : this.#spelledOtherwise(node, name);
      if (other !== undefined) return path.slice(0, end) + other;
      node = node?.inside.get(name);
      end += name.length + 1;
    }
    return null;
  }

  #spelledOtherwise(folder: Node, name: string): string | undefined {
    const { inside } = folder;
    // This shortcut saves time, because most folders of a deep path contain only the next folder.
    if (inside.size === 0 || inside.size === 1 && inside.has(name)) return undefined;
    const known = this.#spellings.get(folder) ?? Map.groupBy(inside.keys(), folded);
    this.#spellings.set(folder, known);
    const [first, second] = known.get(folded(name)) ?? [];
    return first === name ? second : first;
  }

  /**
   * Returns the entries of a folder, sorted by name.
   *
   * @throws {WorkspaceError} `unreadable` if the path is a file.
   */
  entries(folder: ProjectPath | null): readonly Entry[] {
    let node: Node | undefined = this.#root;
    for (const name of folder?.split("/") ?? []) node = node?.inside.get(name);
    if (folder !== null && node?.isFile) {
      throw new WorkspaceError("unreadable", folder, "Not a directory");
    }
    return [...node?.inside ?? []]
      .map(([name, { isFolder }]): Entry => ({ name, kind: isFolder ? "folder" : "file" }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * Returns the tree after changes.
 *
 * @param texts The contents of the changed files, as far as they exist.
 * @throws {ApplyFailure} If a file changed after the change was planned, or a disk could not hold the new
 * tree.
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
