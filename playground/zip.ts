/** Packs a project as a zip archive. */

import { strToU8, type Zippable, zipSync } from "fflate";
import type { Snapshot } from "../core/change_set.ts";

/** Value that marks the file attributes of the entries as those of Unix. */
const MADE_ON_UNIX = 3;

/** A regular file, readable by all and writable by its owner. */
const ATTRIBUTES = 0o100644 << 16;

/**
 * Packs a project's files into a folder with the project's name.
 *
 * @param updatedAt The files' time of modification.
 *
 * @example
 * ```ts
 * import { projectZip } from "./zip.ts";
 * import { strFromU8, unzipSync } from "fflate";
 * import { equal } from "node:assert/strict";
 * import { projectPath } from "../core/project_path.ts";
 *
 * const bytes = projectZip("shop", new Map([[projectPath("a.py"), "a = 1\n"]]), new Date());
 * equal(strFromU8(unzipSync(bytes)["shop/a.py"]!), "a = 1\n");
 * ```
 */
export function projectZip(
  name: string,
  files: Snapshot,
  updatedAt: Date,
): Uint8Array<ArrayBuffer> {
  const options = { os: MADE_ON_UNIX, attrs: ATTRIBUTES, mtime: updatedAt };
  const entries: Zippable = {};
  for (const [path, text] of files) entries[`${name}/${path}`] = [strToU8(text), options];
  return zipSync(entries);
}
