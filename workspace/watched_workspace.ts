/** A workspace for one call that can be aborted and reports its progress. */

import { counted } from "../core/report.ts";
import type { Workspace } from "./workspace.ts";

/** The call that uses a workspace. */
export interface WatchedCall {
  /** Aborts the call. */
  readonly signal: AbortSignal;
  /** Receives a line of progress. */
  progress(message: string): void;
}

/**
 * Wraps a workspace for a call. Once the call is aborted, the workspace stops waiting, starts no work and
 * applies no changes. But a call of {@linkcode Workspace.apply} that has started is completed.
 */
export function watched(workspace: Workspace, { signal, progress }: WatchedCall): Workspace {
  return {
    read: (paths) => workspace.read(paths),
    entries: (folder) => workspace.entries(folder),
    reading: (work) => untilStarted(signal, work, (started) => workspace.reading(started)),
    exclusively: (work) => untilStarted(signal, work, (started) => workspace.exclusively(started)),
    history: workspace.history,
    async apply(changes, details) {
      signal.throwIfAborted();
      progress(`Writing ${counted(changes.length, "file")}`);
      return await workspace.apply(changes, details);
    },
  };
}

/** Waits until work has started and ended. An abort ends this wait only before the work has started. */
async function untilStarted<T, Outcome>(
  signal: AbortSignal,
  work: () => Promise<T>,
  wait: (started: () => Promise<T>) => Promise<Outcome>,
): Promise<Outcome> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  const ignoreAborts = () => signal.removeEventListener("abort", abort);
  signal.throwIfAborted();
  signal.addEventListener("abort", abort, { once: true });
  const started = () => {
    signal.throwIfAborted();
    ignoreAborts();
    return work();
  };
  return await Promise.race([wait(started), aborted]).finally(ignoreAborts);
}
