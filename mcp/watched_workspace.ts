/** A workspace that a call uses: it can be given up, and says what it does. */

import { counted } from "../core/report.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Call } from "./tool.ts";

/**
 * Wraps a workspace. Once the call is aborted, work that waits neither waits on nor begins, and nothing
 * is applied; what is being applied is applied to its end.
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
    reading: (work) => whileWanted(signal, work, (begun) => workspace.reading(begun)),
    exclusively: (work) => whileWanted(signal, work, (begun) => workspace.exclusively(begun)),
    apply: (changes, patch) =>
      unlessAborted(() => {
        progress(`Writing ${counted(changes.length, "file")}`);
        return workspace.apply(changes, patch);
      }),
  };
}

/** Waits for work to begin, unless the call is aborted before; from then on, waits for its end. */
async function whileWanted<T, Outcome>(
  signal: AbortSignal,
  work: () => Promise<T>,
  wait: (begun: () => Promise<T>) => Promise<Outcome>,
): Promise<Outcome> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  const mind = () => signal.removeEventListener("abort", giveUp);
  signal.throwIfAborted();
  signal.addEventListener("abort", giveUp, { once: true });
  const begun = () => {
    signal.throwIfAborted();
    mind();
    return work();
  };
  return await Promise.race([wait(begun), aborted]).finally(mind);
}
