/** What a hosted project can hold, so that every database and disk can. */

import { Buffer } from "node:buffer";

/** Longer ones neither fit an index of the database nor a disk. */
const LONGEST_PATH_BYTES = 1_000;

/** No disk takes longer names. */
const LONGEST_NAME_BYTES = 255;

/** Listing a project takes time with the depth of its paths. Deeper files of earlier versions can go. */
const MOST_FOLDERS = 20;

/**
 * Why a file cannot be stored; `null` if it can.
 *
 * @param path A path inside a project.
 * @param text `null` for a file that is removed.
 *
 * @example
 * ```ts
 * import { whyUnstorable } from "./stored_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(whyUnstorable("api/app.py", "é"), null);
 * equal(whyUnstorable("api/app.py", "a\0"), "A NUL character in its text");
 * ```
 */
export function whyUnstorable(path: string, text: string | null): string | null {
  if (text !== null && isTooDeep(path)) return `More than ${MOST_FOLDERS} folders deep`;
  if (!path.isWellFormed()) return "Half a character in its path";
  const names = path.split("/");
  if (names.some((name) => byteCount(name) > LONGEST_NAME_BYTES)) return "File name too long";
  if (byteCount(path) > LONGEST_PATH_BYTES) return "Path too long";
  if (text === null) return null;
  if (text.includes("\0")) return "A NUL character in its text";
  return text.isWellFormed() ? null : "Half a character in its text";
}

/** Whether a path is in more folders than a project may have within each other. */
export function isTooDeep(path: string): boolean {
  return path.split("/", MOST_FOLDERS + 2).length > MOST_FOLDERS + 1;
}

/** How many bytes a text takes in UTF-8. */
export function byteCount(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
