/** Archives of projects. An archive has one folder, named like the project, with the project's files. */

import { Zip, ZipDeflate } from "fflate";
import { createTarPacker } from "modern-tar";
import type { Snapshot } from "../../core/change_set.ts";
import { createPauses, type Pause } from "../../core/pauses.ts";
import { isProjectPath } from "../../core/project_path.ts";
import { isHostedName } from "../projects/project_name.ts";

/** The project to archive. */
export interface Archived {
  /** The project's name. */
  readonly name: string;
  readonly files: Snapshot;
  /** Time of the last change, in milliseconds since 1970. */
  readonly updatedAt: number;
}

const MODE = 0o644;

/** Number of bytes to compress before the next pause: a few milliseconds of work. */
const PIECE = 64 * 1024;

/** Marks a zip entry as made on Unix, so that programs read its attributes as Unix permissions. */
const MADE_ON_UNIX = 3;

const REGULAR_FILE = 0o100000;

/**
 * Creates a tar archive, compressed with gzip. Equal projects have equal archives.
 *
 * @param gone Aborts when the client disconnects.
 * @throws {RangeError} If an entry would leave its folder.
 * @throws The signal's reason after it aborts.
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
export async function tarArchive(
  archived: Archived,
  gone: AbortSignal | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const sources = sourcesOf(archived);
  const mtime = new Date(archived.updatedAt);
  const { readable, controller } = createTarPacker();
  const packed = new Response(readable.pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  const pause = pausesUntil(gone);
  for (const { name, bytes } of sources) {
    const body = bytes();
    const header = { name, size: body.length, type: "file", mode: MODE, mtime } as const;
    const writer = controller.add(header).getWriter();
    for (const piece of piecesOf(body)) {
      await writer.write(piece);
      await pause();
    }
    await writer.close();
    await pause();
  }
  controller.finalize();
  return new Uint8Array(await packed);
}

/**
 * Creates a zip archive. Equal projects have equal archives.
 *
 * @param gone Aborts when the client disconnects.
 * @throws {RangeError} If an entry would leave its folder.
 * @throws The signal's reason after it aborts.
 */
export async function zipArchive(
  archived: Archived,
  gone: AbortSignal | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const sources = sourcesOf(archived);
  const at = new Date(archived.updatedAt);
  // Times in a zip have no time zone. The library writes the local time of a date, so this date is shifted:
  // its local time is the UTC time.
  const mtime = new Date(
    Math.max(1980, at.getUTCFullYear()),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
  const attrs = (REGULAR_FILE | MODE) << 16;
  const packed: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((problem, piece) => {
    if (problem !== null) throw problem;
    packed.push(piece);
  });
  const pause = pausesUntil(gone);
  for (const { name, bytes } of sources) {
    const entry = Object.assign(new ZipDeflate(name), { mtime, os: MADE_ON_UNIX, attrs });
    zip.add(entry);
    for (const piece of piecesOf(bytes())) {
      entry.push(piece);
      await pause();
    }
    entry.push(new Uint8Array(), true);
    await pause();
  }
  zip.end();
  return joined(packed);
}

/** A file of the archive. `bytes` encodes its text, so that not all files are encoded at once. */
interface Source {
  readonly name: string;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
}

/** Returns all entries in order. */
function sourcesOf({ name, files }: Archived): Source[] {
  if (!isHostedName(name)) throw new RangeError(`No project is named ${JSON.stringify(name)}`);
  const encoder = new TextEncoder();
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => {
    if (!isProjectPath(path)) throw new RangeError(`${JSON.stringify(path)} leaves its folder`);
    return { name: `${name}/${path}`, bytes: () => encoder.encode(text) };
  });
}

function* piecesOf(bytes: Uint8Array<ArrayBuffer>): Iterable<Uint8Array<ArrayBuffer>> {
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE);
  }
}

/** Joins pieces into one array. A blob of many pieces would be slower. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let start = 0;
  for (const piece of pieces) {
    whole.set(piece, start);
    start += piece.length;
  }
  return whole;
}

/** Creates pauses that throw once a signal has aborted. */
function pausesUntil(gone: AbortSignal | null): Pause {
  const pause = createPauses();
  return async () => {
    await pause();
    gone?.throwIfAborted();
  };
}
