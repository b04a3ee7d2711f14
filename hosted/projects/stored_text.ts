/** Rules for files of hosted projects, so that databases and disks can store them. */

import { Buffer } from "node:buffer";

/** Maximum length of a path. Much longer paths do not fit into the database's index, or on some disks. */
const MAX_PATH_BYTES = 1_000;

/** Maximum length of a file's or folder's name. Most disks allow no longer names. */
const MAX_NAME_BYTES = 255;

/**
 * Maximum number of folders in a path: deep paths make it slow to list a project. Deeper files, which earlier
 * versions accepted, can still be removed.
 */
const MAX_FOLDERS = 20;

/**
 * Returns the reason why a file cannot be stored, or `null` if it can.
 *
 * @param path A path inside a project.
 * @param text The new text; `null` to remove the file.
 *
 * @example
 * ```ts
 * import { storageProblem } from "./stored_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(storageProblem("api/app.py", "é"), null);
 * equal(storageProblem("api/app.py", "a\0"), "A NUL character in its text");
 * ```
 */
export function storageProblem(path: string, text: string | null): string | null {
  if (text !== null && isTooDeep(path)) return `More than ${MAX_FOLDERS} folders deep`;
  if (!path.isWellFormed()) return "A lone surrogate in its path";
  const names = path.split("/");
  if (names.some((name) => byteCount(name) > MAX_NAME_BYTES)) return "File name too long";
  if (byteCount(path) > MAX_PATH_BYTES) return "Path too long";
  if (text === null) return null;
  if (text.includes("\0")) return "A NUL character in its text";
  return text.isWellFormed() ? null : "A lone surrogate in its text";
}

/** Reports whether a path is in more nested folders than a project may have. */
export function isTooDeep(path: string): boolean {
  return path.split("/", MAX_FOLDERS + 2).length > MAX_FOLDERS + 1;
}

/** Returns the length of a string in bytes of UTF-8. */
export function byteCount(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
