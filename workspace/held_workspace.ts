/** A workspace for the parts of work that already holds a project. */

import { NOTHING_RECOVERED, type Workspace } from "./workspace.ts";

/**
 * Wraps a workspace for use within its own {@linkcode Workspace.exclusively} or {@linkcode Workspace.reading},
 * so that several actions see one state of the project, and no other run comes between them.
 */
export function held(workspace: Workspace): Workspace {
  const run = async <T>(work: () => Promise<T>) => ({
    kind: "done" as const,
    value: await work(),
    ...NOTHING_RECOVERED,
  });
  return {
    read: (paths) => workspace.read(paths),
    entries: (folder) => workspace.entries(folder),
    reading: run,
    exclusively: run,
    history: workspace.history,
    apply: (changes, details) => workspace.apply(changes, details),
  };
}
