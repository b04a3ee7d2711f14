/** A workspace that a call uses: it can be given up, and says what it does. */

import { counted } from "../core/report.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Call } from "./tool.ts";

/**
 * Wraps a workspace. Once the call is aborted, work that waits does not begin, and nothing is applied;
 * what is being applied is applied to its end.
 */
export function watched(
  workspace: Workspace,
  { signal, progress }: Pick<Call, "signal" | "progress">,
): Workspace {
  const unlessAborted = <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return work();
  };
  return {
    read: (paths) => workspace.read(paths),
    entries: (folder) => workspace.entries(folder),
    reading: (work) => workspace.reading(() => unlessAborted(work)),
    exclusively: (work) => workspace.exclusively(() => unlessAborted(work)),
    apply: (changes) =>
      unlessAborted(() => {
        progress(`Writing ${counted(changes.length, "file")}`);
        return workspace.apply(changes);
      }),
  };
}
