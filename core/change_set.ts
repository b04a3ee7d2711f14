/** What a planner wants done: a list of changes to text files, applied all together or not at all. */

import type { ProjectPath } from "./project_path.ts";

/** The text of every file that was asked for and exists. */
export type Snapshot = ReadonlyMap<ProjectPath, string>;

/** A name directly inside a folder. */
export interface Entry {
  /** Without the folder's path. */
  readonly name: string;
  /** `other` is neither, or a link to a folder. */
  readonly kind: "file" | "folder" | "other";
}

/** A change to one file, with its text before (as planned upon) and after. */
export type Change =
  & {
    readonly path: ProjectPath;
    /** The function, method or class that the change adds, for people to find. */
    readonly symbol?: string;
  }
  & (
    | {
      readonly kind: "create";
      readonly before: null;
      readonly after: string;
      /** Written in the encoding of that file, as it is before the change; UTF-8 if left out. */
      readonly like?: ProjectPath;
    }
    | { readonly kind: "update"; readonly before: string; readonly after: string }
    | { readonly kind: "delete"; readonly before: string; readonly after: null }
  );

/** Changes ordered by path, one a file. */
export interface ChangeSet {
  /**
   * `sha256:` and the hexadecimal hash of what the changes do: equal changes have equal ids. It is
   * computed while they are applied.
   */
  readonly id: Promise<string>;
  readonly changes: readonly Change[];
}

/**
 * Makes a change set: orders the changes by path and begins to compute its id.
 *
 * @param changes At most one change for a path.
 * @throws {RangeError} If two changes concern the same path.
 */
export function changeSet(changes: readonly Change[]): ChangeSet {
  const ordered = [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const [index, { path }] of ordered.entries()) {
    if (path === ordered[index - 1]?.path) throw new RangeError(`Two changes to '${path}'`);
  }
  const id = idOf(ordered);
  // Whoever awaits it hears of a failure; nobody needs to, and so it must not end the process.
  id.catch(() => {});
  return { id, changes: ordered };
}

/** Whatever can fail here does so at once, before anything is applied. */
function idOf(changes: readonly Change[]): Promise<string> {
  const facts = changes.flatMap(({ kind, path, before, after }) => [
    `${kind} ${path} ${before?.length} ${after?.length}\n`,
    before ?? "",
    after ?? "",
  ]);
  const bytes = new TextEncoder().encode(facts.join(""));
  return crypto.subtle.digest("SHA-256", bytes).then((hash) =>
    `sha256:${new Uint8Array(hash).toHex()}`
  );
}
