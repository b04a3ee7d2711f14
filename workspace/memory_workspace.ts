/** A project in memory, for tests and for programs that keep files elsewhere. */

import { filesAfter, type Snapshot } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { outcomeOf } from "./apply_failure.ts";
import { createMutex } from "../core/mutex.ts";
import { changedTree, PathTree } from "./path_tree.ts";
import { MemoryHistory } from "./memory_history.ts";
import { textRecord } from "./text_record.ts";
import { NOTHING_RECOVERED, type Workspace } from "./workspace.ts";

/** A workspace in memory. */
export interface MemoryWorkspace extends Workspace {
  /** Returns all current files. */
  files(): Snapshot;
}

/**
 * Creates a workspace in memory.
 *
 * @param initial The contents of the initial files, by path.
 * @returns The workspace.
 * @throws {RangeError} If a path is not a valid path inside a project; see {@linkcode projectPath}.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, projectPath } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({ "api/app.py": "app = None\n" });
 * deepEqual(await workspace.entries(null), [{ name: "api", kind: "folder" }]);
 * equal(workspace.files().get(projectPath("api/app.py")), "app = None\n");
 * ```
 */
export function createMemoryWorkspace(
  initial: Readonly<Record<string, string>> = {},
): MemoryWorkspace {
  let files: Snapshot = new Map(
    Object.entries(initial).map(([path, text]) => [projectPath(path), text]),
  );
  let tree = new PathTree(files.keys());
  let exclusive = false;
  const takeTurn = createMutex();
  const history = new MemoryHistory();
  return {
    history,
    files: () => files,
    read: (paths) => Promise.try(() => readFiles(files, tree, paths)),
    entries: (folder) => Promise.try(() => tree.entries(folder)),
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
    apply: (changes, { step } = {}) =>
      Promise.try(() => {
        if (!exclusive) throw new Error("Cannot apply outside of exclusively");
        return outcomeOf(() => {
          tree = changedTree(tree, changes, files);
          files = filesAfter(files, changes);
          if (step !== undefined) history.add(step, textRecord(changes));
        });
      }),
  };
}

function readFiles(files: Snapshot, tree: PathTree, paths: readonly ProjectPath[]): Snapshot {
  const found = new Map<ProjectPath, string>();
  for (const path of paths) {
    tree.checkIsFile(path);
    const text = files.get(path);
    if (text !== undefined) found.set(path, text);
  }
  return found;
}
