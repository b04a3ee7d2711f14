/** A project in memory: for tests, for dry runs, and for calls that carry their files with them. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { changed, during, outcomeOf } from "./apply_failure.ts";
import { createTurns } from "../core/turns.ts";
import { type Entry, NOTHING_RECOVERED, type Workspace, WorkspaceError } from "./workspace.ts";

/** A workspace whose files can be looked at all at once. */
export interface MemoryWorkspace extends Workspace {
  /** Every file, as it is now. */
  files(): Snapshot;
}

/**
 * Makes a workspace in memory.
 *
 * @param initial The text of the files that are there at the start, by path.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace } from "./memory_workspace.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({ "api/app.py": "" });
 * deepEqual(await workspace.entries(null), [{ name: "api", kind: "folder" }]);
 * ```
 */
export function createMemoryWorkspace(
  initial: Readonly<Record<string, string>> = {},
): MemoryWorkspace {
  let files: Snapshot = new Map(
    Object.entries(initial).map(([path, text]) => [projectPath(path), text]),
  );
  let exclusive = false;
  const takeTurn = createTurns();
  return {
    files: () => files,
    read: (paths) => Promise.try(() => readFiles(files, paths)),
    entries: (folder) => Promise.try(() => entriesOf(files, folder)),
    exclusively: (work) =>
      takeTurn(async () => {
        exclusive = true;
        try {
          return { kind: "done", value: await work(), ...NOTHING_RECOVERED };
        } finally {
          exclusive = false;
        }
      }),
    reading: async (work) => ({ kind: "done", value: await work(), ...NOTHING_RECOVERED }),
    apply: (changes) =>
      Promise.try(() => {
        if (!exclusive) throw new Error("Cannot apply outside of exclusively");
        return outcomeOf(() => {
          files = changedFiles(files, changes);
        });
      }),
  };
}

function readFiles(files: Snapshot, paths: readonly ProjectPath[]): Snapshot {
  const folders = foldersOf(files);
  const found = new Map<ProjectPath, string>();
  for (const path of paths) {
    checkIsFile(files, folders, path);
    const text = files.get(path);
    if (text !== undefined) found.set(path, text);
  }
  return found;
}

function foldersOf(files: Snapshot): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of files.keys()) {
    for (const folder of ancestors(path)) folders.add(folder);
  }
  return folders;
}

function* ancestors(path: string): Iterable<string> {
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
    yield path.slice(0, end);
  }
}

/** Refuses what no disk could hold: a file in the place of a folder, or below a file. */
function checkIsFile(files: Snapshot, folders: ReadonlySet<string>, path: ProjectPath): void {
  if (folders.has(path)) throw new WorkspaceError("unreadable", path, "Is a directory");
  for (const folder of ancestors(path)) {
    if (files.has(folder as ProjectPath)) {
      throw new WorkspaceError("unreadable", path, "Not a directory");
    }
  }
}

function entriesOf(files: Snapshot, folder: ProjectPath | null): readonly Entry[] {
  if (folder !== null && files.has(folder)) {
    throw new WorkspaceError("unreadable", folder, "Not a directory");
  }
  const prefix = folder === null ? "" : `${folder}/`;
  const kinds = new Map<string, Entry["kind"]>();
  for (const path of files.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = "", ...deeper] = path.slice(prefix.length).split("/");
    kinds.set(name, deeper.length === 0 ? "file" : "folder");
  }
  return [...kinds].map(([name, kind]) => ({ name, kind })).sort((a, b) =>
    a.name < b.name ? -1 : 1
  );
}

function changedFiles(files: Snapshot, changes: readonly Change[]): Snapshot {
  const next = new Map(files);
  const folders = foldersOf(files);
  for (const { path, before, after } of changes) {
    during(path, () => checkIsFile(files, folders, path));
    if ((files.get(path) ?? null) !== before) throw changed(path);
    if (after === null) next.delete(path);
    else next.set(path, after);
  }
  const nextFolders = foldersOf(next);
  for (const { path } of changes) during(path, () => checkIsFile(next, nextFolders, path));
  return next;
}
