/** The lock of one project. The system releases it when its holder dies, however it dies. */

import { ownInfo, type StatePaths } from "./state_folder.ts";
import { ensureFolder, orNullIfAbsent, systemReason, tryToRemove } from "./system_calls.ts";

const SHORTEST_WAIT_MS = 5;
const LONGEST_WAIT_MS = 100;

/** How an attempt to lock a project ended. */
export type LockAttempt =
  | { readonly kind: "held"; readonly file: Deno.FsFile }
  | { readonly kind: "busy" }
  /** The system refuses a lock here, and so any change. */
  | { readonly kind: "refused"; readonly reason: string };

/** How an attempt to keep other runs from changing a project ended. */
export type ShareAttempt =
  | Exclude<LockAttempt, { readonly kind: "held" }>
  /** Without a lock's file, no run is under way. */
  | { readonly kind: "held"; readonly file: Deno.FsFile | null };

/** Locks a project, waiting for others at most so long. */
export function lockProject(paths: StatePaths, patienceMs: number): Promise<LockAttempt> {
  return waiting(() => tryLockProject(paths), patienceMs);
}

/**
 * Keeps the others that hold a project's lock from changing it, waiting for them at most so long. Writes
 * nothing, so it makes no file to lock.
 */
export function shareProject(paths: StatePaths, patienceMs: number): Promise<ShareAttempt> {
  return waiting(() => attempted(() => tryShareProject(paths)), patienceMs);
}

async function waiting<Attempt extends { readonly kind: string }>(
  tryOnce: () => Attempt,
  patienceMs: number,
): Promise<Attempt> {
  const deadline = performance.now() + patienceMs;
  for (let wait = SHORTEST_WAIT_MS;; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    const attempt = tryOnce();
    if (attempt.kind !== "busy" || performance.now() >= deadline) return attempt;
    // The system's blocking lock cannot be given up, so a time-out would leak a thread that waits.
    await new Promise((done) => setTimeout(done, wait * (0.5 + Math.random() / 2)));
  }
}

/** Locks a project if nobody else holds the lock. */
export function tryLockProject(paths: StatePaths): LockAttempt {
  return attempted(() => tryLock(openLock(paths), paths, true));
}

function tryShareProject(paths: StatePaths): ShareAttempt {
  ownInfo(paths.folder, "isDirectory");
  if (ownInfo(paths.lock, "isFile") === null) return { kind: "held", file: null };
  return tryLock(orNullIfAbsent(() => Deno.openSync(paths.lock)), paths, false);
}

/** @param file The lock's file; `null` if another holder is just making or removing it. */
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

/** Opens the lock's file without following a link; `null` if another holder is just removing it. */
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

/** Whether the file that is locked is the one that others will find. */
function isStillAt(path: string, file: Deno.FsFile): boolean {
  const found = orNullIfAbsent(() => Deno.lstatSync(path));
  const locked = file.statSync();
  return found !== null && found.ino === locked.ino && found.dev === locked.dev;
}

/** Releases a lock and leaves no trace of it. */
export function unlockProject(paths: StatePaths, file: Deno.FsFile): void {
  removeLockFile(paths);
  file.close();
}

/** Removes the lock's file, and its folder if the project keeps nothing else there. */
export function removeLockFile({ folder, lock }: StatePaths): void {
  tryToRemove(() => Deno.removeSync(lock));
  tryToRemove(() => Deno.removeSync(folder));
}
