/** Calls to the operating system, and what it or Deno may say when one is refused. */

const SYSTEM_MESSAGE = /^(.*?) \(os error \d+\)/;

/**
 * The system's own words for an error that it gave, such as `Permission denied`, or the permission
 * that people did not give Deno; `null` for an error that comes from neither.
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

/** Of `Requires write access to "/srv", run again with the --allow-write flag`, the flag. */
function lackingPermission(message: string): string {
  return `Deno needs ${/--allow-[a-z]+/.exec(message)?.[0] ?? "another permission"}`;
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

/** Lets pending events, such as signals, be handled. A timer would take two milliseconds. */
export async function turnEventLoop(): Promise<void> {
  await Deno.lstat(".").catch(() => null);
}
