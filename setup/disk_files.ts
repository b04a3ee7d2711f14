/** Reads and writes files on the real computer. */

import { Buffer } from "node:buffer";
import { basename, dirname, join, resolve } from "node:path";
import { keepOwnerAndMode } from "../workspace/owner_and_mode.ts";
import {
  exists as isThere,
  orNullIfAbsent,
  systemReason,
  tryToRemove,
} from "../workspace/system_calls.ts";
import type { System } from "./client.ts";
import { draftOf } from "./files.ts";
import { type FileState, type FileWrite, MAX_FILE_BYTES, type WriteOutcome } from "./host.ts";

export const IS_WINDOWS = Deno.build.os === "windows";

export const SYSTEM: System = IS_WINDOWS
  ? "windows"
  : Deno.build.os === "darwin"
  ? "macos"
  : "linux";

/** The mode of a file that holds a key. */
export const OWN_MODE = 0o600;

/**
 * Reports whether a path exists. A path that cannot be inspected counts as existing: reading it
 * reports the reason.
 */
export function exists(path: string): boolean {
  try {
    return orNullIfAbsent(() => Deno.statSync(path)) !== null;
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return true;
  }
}

/**
 * Runs a step.
 *
 * @returns The result of the step; `null` if the system refuses it.
 */
export function tryTo<T>(step: () => T): T | null {
  try {
    return step();
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return null;
  }
}

/**
 * Inspects a path.
 *
 * @returns The file's facts; `null` if the system refuses.
 */
export function tryStat(path: string, stat = Deno.statSync): Deno.FileInfo | null {
  return tryTo(() => stat(path));
}

/** Removes a file, link or empty folder if `isRight` accepts it. Does not follow links. */
export function removeIf(path: string, isRight: (info: Deno.FileInfo) => boolean): void {
  tryToRemove(() => {
    if (isRight(Deno.lstatSync(path))) Deno.removeSync(path);
  });
}

export function read(path: string, most: number = MAX_FILE_BYTES.user): FileState {
  let real = path;
  try {
    real = realPath(path);
    const info = orNullIfAbsent(() => Deno.statSync(real));
    if (info === null) return { kind: "absent", real };
    // Reading a pipe would block, and a device has no text.
    if (!info.isFile) {
      const reason = info.isDirectory ? "Is a directory" : "not a regular file";
      return { kind: "unreadable", real, reason };
    }
    const bytes = info.size > most ? null : readAtMost(real, most);
    if (bytes === null) {
      return { kind: "unreadable", real, reason: `larger than ${most / 1024 / 1024} MiB` };
    }
    return { kind: "text", real, text: decode(bytes) };
  } catch (problem) {
    if (problem instanceof TypeError) return { kind: "unreadable", real, reason: "not UTF-8" };
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "unreadable", real, reason };
  }
}

/**
 * Reads a file whose size can exceed the reported one.
 *
 * @param most Bytes.
 * @returns The file's bytes; `null` if there are more than `most`.
 */
function readAtMost(path: string, most: number): Uint8Array | null {
  using file = Deno.openSync(path);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0;;) {
    const chunk = new Uint8Array(CHUNK);
    const count = file.readSync(chunk);
    if (count === null) return Buffer.concat(chunks);
    length += count;
    if (length > most) return null;
    chunks.push(chunk.subarray(0, count));
  }
}

/** Bytes per read. */
const CHUNK = 256 * 1024;

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * Resolves all links in a path. Setup writes to the real path, because dotfiles are often links
 * into a repository, and must stay links.
 */
export function realPath(path: string): string {
  const real = orNullIfAbsent(() => Deno.realPathSync(path));
  if (real !== null) return real;
  const link = orNullIfAbsent(() => Deno.lstatSync(path));
  // Follow a broken link to the path where its target would be.
  if (link?.isSymlink) return realPath(resolve(dirname(path), Deno.readLinkSync(path)));
  const folder = dirname(path);
  return folder === path ? path : join(realPath(folder), basename(path));
}

export function write({ file, before, after, backup }: FileWrite): WriteOutcome {
  try {
    const found = read(file);
    if (found.kind === "unreadable") return { kind: "failed", reason: found.reason };
    if (found.real !== file) return { kind: "changed" };
    if ((found.kind === "text" ? found.text : null) !== before) return { kind: "changed" };
    const info = before === null ? null : Deno.statSync(file);
    // A rename ignores a file's write protection, so check it first.
    if (info !== null) Deno.openSync(file, { write: true }).close();
    replaceAll(file, after, info, { backup, before });
    return { kind: "written" };
  } catch (problem) {
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "failed", reason };
  }
}

/**
 * Backs up a file, and writes or removes it. If that fails, removes the files and folders that it
 * created.
 */
function replaceAll(
  file: string,
  after: string | null,
  info: Deno.FileInfo | null,
  { before, backup }: Pick<FileWrite, "before" | "backup">,
): void {
  const undo: string[] = [];
  try {
    if (after !== null) makeFolders(dirname(file), undo);
    if (before !== null && backup !== null) {
      if (!isThere(backup)) undo.unshift(backup);
      replace(backup, before, info);
    }
    if (after !== null) replace(file, after, info);
    else if (info !== null) Deno.removeSync(file);
  } catch (problem) {
    for (const path of undo) tryToRemove(() => Deno.removeSync(path));
    throw problem;
  }
}

/**
 * Creates a folder and the missing folders above it.
 *
 * @param made Receives each created folder, innermost first.
 */
function makeFolders(folder: string, made: string[]): void {
  if (orNullIfAbsent(() => Deno.statSync(folder)) !== null) return;
  makeFolders(dirname(folder), made);
  Deno.mkdirSync(folder, { mode: 0o700 });
  made.unshift(folder);
}

/** Replaces a file's text atomically, with its owner and mode. */
function replace(file: string, text: string, info: Deno.FileInfo | null): void {
  // The name is fixed, so that the next run removes a draft that a killed run left.
  const draft = draftOf(file);
  tryToRemove(() => Deno.removeSync(draft));
  try {
    writeSynced(draft, new TextEncoder().encode(text), info);
    Deno.renameSync(draft, file);
  } catch (problem) {
    tryToRemove(() => Deno.removeSync(draft));
    throw problem;
  }
}

function writeSynced(file: string, bytes: Uint8Array, info: Deno.FileInfo | null): void {
  using made = Deno.openSync(file, { write: true, createNew: true, mode: OWN_MODE });
  for (let done = 0; done < bytes.length;) done += made.writeSync(bytes.subarray(done));
  if (info !== null) keepOwnerAndMode(file, info);
  made.syncSync();
}
