/** A read-only view of a project, in which given files replace stored files without being stored. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { allFiles } from "../../workspace/all_files.ts";
import { PathTree } from "../../workspace/path_tree.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** The contents of given files by path, or `null` for a file to remove. */
export type GivenFiles = ReadonlyMap<ProjectPath, string | null>;

/** Returns the paths of all files, with the given files added or removed. */
export function withGiven(
  present: Iterable<ProjectPath>,
  given: GivenFiles,
): ReadonlySet<ProjectPath> {
  const files = new Set(present);
  for (const [path, text] of given) {
    if (text === null) files.delete(path);
    else files.add(path);
  }
  return files;
}

/**
 * Creates a read-only workspace in which given files replace those of another workspace.
 *
 * @example
 * ```ts
 * import { projectPath } from "../../core/project_path.ts";
 * import { overlaid } from "./overlay.ts";
 * import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({ "a.py": "stored" });
 * const path = projectPath("a.py");
 * deepEqual([...await overlaid(workspace, new Map([[path, "given"]])).read([path])], [[path, "given"]]);
 * ```
 */
export function overlaid(workspace: Workspace, given: GivenFiles): Workspace {
  /**
   * The tree of paths, which is cached only while work runs: at other times, the underlying workspace may
   * change.
   */
  let known: PathTree | null = null;
  const tree = async () => known ?? new PathTree(withGiven(await allFiles(workspace), given));
  return {
    async read(paths) {
      const { files } = await checked(paths);
      const below = paths.filter((path) => files.has(path) && !given.has(path));
      const texts = new Map<ProjectPath, string>(await workspace.read(below));
      for (const path of paths) {
        const text = given.get(path) ?? null;
        if (text !== null) texts.set(path, text);
      }
      return texts as Snapshot;
    },
    entries: async (folder) => (await tree()).entries(folder),
    history: workspace.history,
    reading: (work) =>
      workspace.reading(async () => {
        known = null;
        known = await tree();
        try {
          return await work();
        } finally {
          known = null;
        }
      }),
    exclusively: () => Promise.reject(new Error("Cannot change an overlay")),
    apply: () => Promise.reject(new Error("Cannot change an overlay")),
  };

  async function checked(paths: readonly ProjectPath[]): Promise<PathTree> {
    const current = await tree();
    for (const path of paths) current.checkIsFile(path);
    return current;
  }
}
