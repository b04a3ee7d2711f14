/** The lock of a project. The operating system releases the lock when the process that holds it dies. */

import { sleep } from "../core/sleep.ts";
import { ownInfo, type StatePaths } from "./state_folder.ts";
import { ensureFolder, orNullIfAbsent, systemReason, tryToRemove } from "./system_calls.ts";

const MIN_WAIT_MS = 5;
const MAX_WAIT_MS = 100;

/** The result of an attempt to lock a project. */
export type LockAttempt =
  | { readonly kind: "held"; readonly file: Deno.FsFile }
  | { readonly kind: "busy" }
  /** The system does not allow a lock for this project, so no change is possible. */
  | { readonly kind: "refused"; readonly reason: string };

/** The result of an attempt to keep other runs from changing a project. */
export type ShareAttempt =
  | Exclude<LockAttempt, { readonly kind: "held" }>
  /** `file` is `null` if the project has no lock file, because no other run is active then. */
  | { readonly kind: "held"; readonly file: Deno.FsFile | null };

/** Locks a project. Waits up to `timeoutMs` milliseconds for other runs. */
export function lockProject(paths: StatePaths, timeoutMs: number): Promise<LockAttempt> {
  return waiting(() => tryLockProject(paths), timeoutMs);
}

/**
 * Keeps other runs from changing a project. Waits up to `timeoutMs` milliseconds for them. Writes nothing,
 * and so creates no lock file.
 */
export function shareProject(paths: StatePaths, timeoutMs: number): Promise<ShareAttempt> {
  return waiting(() => attempted(() => tryShareProject(paths)), timeoutMs);
}

async function waiting<Attempt extends { readonly kind: string }>(
  tryOnce: () => Attempt,
  timeoutMs: number,
): Promise<Attempt> {
  const deadline = performance.now() + timeoutMs;
  for (let wait = MIN_WAIT_MS;; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
    const attempt = tryOnce();
    if (attempt.kind !== "busy" || performance.now() >= deadline) return attempt;
    // Polls, because a blocking lock of the system cannot be cancelled: a timeout would leak the waiting
    // thread.
    await sleep(wait * (0.5 + Math.random() / 2));
  }
}

/** Locks a project, unless another run holds the lock. */
export function tryLockProject(paths: StatePaths): LockAttempt {
  return attempted(() => tryLock(openLock(paths), paths, true));
}

function tryShareProject(paths: StatePaths): ShareAttempt {
  ownInfo(paths.folder, "isDirectory");
  if (ownInfo(paths.lock, "isFile") === null) return { kind: "held", file: null };
  return tryLock(orNullIfAbsent(() => Deno.openSync(paths.lock)), paths, false);
}

/** @param file The lock file; `null` if another run is creating or removing it right now. */
function tryLock(
  file: Deno.FsFile | null,
  { lock }: StatePaths,
  isExclusive: boolean,
): LockAttempt {
  if (file === null) return { kind: "busy" };
  if (file.tryLockSync(isExclusive) && isStillAt(lock, file)) return { kind: "held", file };
  file.close();
  return { kind: "busy" };
}

function attempted<Attempt>(
  attempt: () => Attempt,
): Attempt | Extract<LockAttempt, { readonly kind: "refused" }> {
  try {
    return attempt();
  } catch (error) {
    const reason = systemReason(error);
    if (reason === null) throw error;
    return { kind: "refused", reason };
  }
}

/** Opens the lock file without following a link; `null` if another run is removing it right now. */
function openLock({ folder, lock }: StatePaths): Deno.FsFile | null {
  if (ownInfo(folder, "isDirectory") === null) ensureFolder(folder);
  const exists = ownInfo(lock, "isFile") !== null;
  try {
    return Deno.openSync(lock, { read: true, write: true, createNew: !exists });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.AlreadyExists) {
      return null;
    }
    throw error;
  }
}

/** Reports whether the locked file is still at the path where other runs open it. */
function isStillAt(path: string, file: Deno.FsFile): boolean {
  const found = orNullIfAbsent(() => Deno.lstatSync(path));
  const locked = file.statSync();
  return found !== null && found.ino === locked.ino && found.dev === locked.dev;
}

/** Removes the lock file and releases the lock. */
export function unlockProject(paths: StatePaths, file: Deno.FsFile): void {
  removeLockFile(paths);
  file.close();
}

/** Removes the lock file, and also its folder if the folder is then empty. */
export function removeLockFile({ folder, lock }: StatePaths): void {
  tryToRemove(() => Deno.removeSync(lock));
  tryToRemove(() => Deno.removeSync(folder));
}
