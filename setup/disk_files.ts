/** The files of the real computer. */

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
import { type FileState, type FileWrite, LONGEST_FILE, type WriteOutcome } from "./host.ts";

export const IS_WINDOWS = Deno.build.os === "windows";

export const SYSTEM: System = IS_WINDOWS
  ? "windows"
  : Deno.build.os === "darwin"
  ? "macos"
  : "linux";

/** A file for its owner alone: it holds a key. */
export const OWN_MODE = 0o600;

/** What may not be looked at is there, too: reading it says why it cannot be read. */
export function exists(path: string): boolean {
  try {
    return orNullIfAbsent(() => Deno.statSync(path)) !== null;
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return true;
  }
}

/** @returns `null` if the system refuses the step. */
export function tryTo<T>(step: () => T): T | null {
  try {
    return step();
  } catch (problem) {
    if (systemReason(problem) === null) throw problem;
    return null;
  }
}

/** Folders of `PATH` that nobody may look into hold no programs for us. */
export function tryToLookAt(path: string, look = Deno.statSync): Deno.FileInfo | null {
  return tryTo(() => look(path));
}

/** Removes what is as it should be; a link is what it is, not what it leads to. */
export function removeIf(path: string, isRight: (info: Deno.FileInfo) => boolean): void {
  tryToRemove(() => {
    if (isRight(Deno.lstatSync(path))) Deno.removeSync(path);
  });
}

export function read(path: string, most: number = LONGEST_FILE.user): FileState {
  let real = path;
  try {
    real = realPath(path);
    const info = orNullIfAbsent(() => Deno.statSync(real));
    if (info === null) return { kind: "absent", real };
    // A pipe would be waited for, and a device has no text of its own.
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

/** Reads a file, whose size may be more than the system says. */
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

/** Bytes that are read at once. */
const CHUNK = 256 * 1024;

function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Where a path leads: dotfiles are often links into a repository, and shall stay links. */
export function realPath(path: string): string {
  const real = orNullIfAbsent(() => Deno.realPathSync(path));
  if (real !== null) return real;
  const link = orNullIfAbsent(() => Deno.lstatSync(path));
  // To a file that is not there yet, maybe by another link.
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
    // Renaming would get past the write protection of a file, so ask for what an editor would need.
    if (info !== null) Deno.openSync(file, { write: true }).close();
    replaceAll(file, after, info, { backup, before });
    return { kind: "written" };
  } catch (problem) {
    const reason = systemReason(problem);
    if (reason === null) throw problem;
    return { kind: "failed", reason };
  }
}

/** Writes or removes a file and writes the copy of what it was, or leaves nothing behind. */
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

/** Makes a folder and those above it; `made` hears of each, the innermost first. */
function makeFolders(folder: string, made: string[]): void {
  if (orNullIfAbsent(() => Deno.statSync(folder)) !== null) return;
  makeFolders(dirname(folder), made);
  Deno.mkdirSync(folder, { mode: 0o700 });
  made.unshift(folder);
}

/** Gives a file a text at once, with the owner and mode that it had. */
function replace(file: string, text: string, info: Deno.FileInfo | null): void {
  // Always the same, so that what a killed run left is found again.
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
