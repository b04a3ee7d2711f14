/** Calls to the operating system, and what it may say when it refuses one. */

const SYSTEM_MESSAGE = /^(.*?) \(os error \d+\)/;

/**
 * The system's own words for an error that it gave, such as `Permission denied`; `null` for an error
 * that did not come from the system.
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
  return error instanceof Error ? SYSTEM_MESSAGE.exec(error.message)?.[1] ?? null : null;
}

/** Runs a step that may find that something is not there, be it for want of a folder above it. */
export function orNullIfAbsent<T>(step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    if (error instanceof Deno.errors.NotADirectory) return null;
    throw error;
  }
}

/** Whether anything is at a path, be it a link that leads nowhere. */
export function exists(path: string): boolean {
  return orNullIfAbsent(() => Deno.lstatSync(path)) !== null;
}

/** Makes a folder, unless it exists. */
export function ensureFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

/** Removes garbage. What the system does not let go of now, a later run removes. */
export function tryToRemove(removing: () => void): void {
  try {
    removing();
  } catch (error) {
    if (systemReason(error) === null) throw error;
  }
}
