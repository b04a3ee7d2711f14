/** A project as one file: a folder of its name with its files in it. */

import { type Zippable, zipSync } from "fflate";
import { packTar } from "modern-tar";
import type { Snapshot } from "../core/change_set.ts";
import { isProjectPath } from "../core/project_path.ts";
import { isHostedName } from "../workspace/hosted_name.ts";

/** What an archive is of. */
export interface Archived {
  /** The project's name. */
  readonly name: string;
  readonly files: Snapshot;
  /** When the files were changed last, in milliseconds since 1970. */
  readonly updatedAt: number;
}

const MODE = 0o644;

/** Unix, which says how a zip's attributes are to be read. */
const MADE_ON_UNIX = 3;

const REGULAR_FILE = 0o100000;

/**
 * Makes a tar archive, compressed by gzip. Equal projects make equal archives.
 *
 * @throws {RangeError} If an entry would not stay in its folder.
 *
 * @example
 * ```ts
 * import { tarArchive } from "./archive.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const bytes = await tarArchive({ name: "shop", files: new Map(), updatedAt: 0 });
 * deepEqual([...bytes.subarray(0, 2)], [0x1f, 0x8b]);
 * ```
 */
export async function tarArchive(archived: Archived): Promise<Uint8Array<ArrayBuffer>> {
  const mtime = new Date(archived.updatedAt);
  const tar = await packTar(
    entries(archived).map(([name, body]) => ({
      header: { name, size: body.length, type: "file" as const, mode: MODE, mtime },
      body,
    })),
  );
  const compressed = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/**
 * Makes a zip archive. Equal projects make equal archives.
 *
 * @throws {RangeError} As {@linkcode tarArchive} does.
 */
export function zipArchive(archived: Archived): Uint8Array<ArrayBuffer> {
  const at = new Date(archived.updatedAt);
  // A zip's times have no zone: they are read as they stand.
  const mtime = new Date(
    Math.max(1980, at.getUTCFullYear()),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
  const attrs = (REGULAR_FILE | MODE) << 16;
  const files: Zippable = {};
  for (const [name, bytes] of entries(archived)) {
    files[name] = [bytes, { mtime, os: MADE_ON_UNIX, attrs }];
  }
  return zipSync(files);
}

/** The names and bytes of all entries, ordered. */
function entries({ name, files }: Archived): [string, Uint8Array<ArrayBuffer>][] {
  if (!isHostedName(name)) throw new RangeError(`No project is named ${JSON.stringify(name)}`);
  const encoder = new TextEncoder();
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => {
    if (!isProjectPath(path)) throw new RangeError(`${JSON.stringify(path)} leaves its folder`);
    return [`${name}/${path}`, encoder.encode(text)];
  });
}
