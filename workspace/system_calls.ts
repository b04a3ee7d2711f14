/** Calls to the operating system and their errors. */

const SYSTEM_MESSAGE = /^(.*?) \(os error \d+\)/;

/**
 * Returns the reason for an error of the system: the system's message, such as `Permission denied`, or the
 * permission that Deno does not have. Returns `null` for any other error.
 *
 * @example
 * ```ts
 * import { systemReason } from "./system_calls.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(systemReason(new Error("File exists (os error 17): mkdir 'api'")), "File exists");
 * equal(systemReason(new RangeError("Out of range")), null);
 * ```
 */
export function systemReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof Deno.errors.NotCapable) return lackingPermission(error.message);
  return SYSTEM_MESSAGE.exec(error.message)?.[1] ?? null;
}

/**
 * Names the missing permission, from a message such as `Requires write access to "/srv", run again with the
 * --allow-write flag`.
 */
function lackingPermission(message: string): string {
  return `Deno needs ${/--allow-[a-z]+/.exec(message)?.[0] ?? "another permission"}`;
}

/** Runs a step. Returns `null` if the file, or a folder above it, does not exist. */
export function orNullIfAbsent<T>(step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    if (error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}

/** Runs a step. Returns `null` if the system refuses the step for any reason. */
export function orNullIfRefused<T>(step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (systemReason(error) === null) throw error;
    return null;
  }
}

/** Reports whether anything is at a path, including a broken link. */
export function exists(path: string): boolean {
  return orNullIfAbsent(() => Deno.lstatSync(path)) !== null;
}

/** Creates a folder, unless it exists. */
export function ensureFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

/** Tries to remove something. Ignores a refusal of the system: a later run removes what is left. */
export function tryToRemove(removing: () => void): void {
  try {
    removing();
  } catch (error) {
    if (systemReason(error) === null) throw error;
  }
}

/**
 * Waits until the runtime has handled pending events, such as signals. A timer would take two milliseconds.
 */
export async function turnEventLoop(): Promise<void> {
  await Deno.lstat(".").catch(() => null);
}
