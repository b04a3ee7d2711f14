/** A project as one file: a folder of its name with its files in it. */

import { Zip, ZipDeflate } from "fflate";
import { createTarPacker } from "modern-tar";
import type { Snapshot } from "../../core/change_set.ts";
import { isProjectPath } from "../../core/project_path.ts";
import { sleep } from "../../core/sleep.ts";
import { isHostedName } from "../projects/project_name.ts";

/** What an archive is of. */
export interface Archived {
  /** The project's name. */
  readonly name: string;
  readonly files: Snapshot;
  /** When the files were changed last, in milliseconds since 1970. */
  readonly updatedAt: number;
}

const MODE = 0o644;

/** After so many bytes, whoever else waits for the server has a turn: they take a few milliseconds. */
const PIECE = 64 * 1024;

/** An entry takes as long as so many bytes, besides its own. */
const ENTRY = 2 * 1024;

/** Unix, which says how a zip's attributes are to be read. */
const MADE_ON_UNIX = 3;

const REGULAR_FILE = 0o100000;

/**
 * Makes a tar archive, compressed by gzip. Equal projects make equal archives.
 *
 * @param gone Aborted when nobody wants the archive any more.
 * @throws {RangeError} If an entry would not stay in its folder.
 * @throws The signal's reason, once it is aborted.
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
  const pause = createPauses(gone);
  for (const { name, bytes } of sources) {
    const body = bytes();
    const header = { name, size: body.length, type: "file", mode: MODE, mtime } as const;
    const writer = controller.add(header).getWriter();
    for (const piece of piecesOf(body)) {
      await writer.write(piece);
      await pause(piece.length);
    }
    await writer.close();
    await pause(ENTRY);
  }
  controller.finalize();
  return new Uint8Array(await packed);
}

/**
 * Makes a zip archive. Equal projects make equal archives.
 *
 * @param gone As {@linkcode tarArchive} takes it.
 * @throws {RangeError} As {@linkcode tarArchive} does.
 */
export async function zipArchive(
  archived: Archived,
  gone: AbortSignal | null = null,
): Promise<Uint8Array<ArrayBuffer>> {
  const sources = sourcesOf(archived);
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
  const packed: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((problem, piece) => {
    if (problem !== null) throw problem;
    packed.push(piece);
  });
  const pause = createPauses(gone);
  for (const { name, bytes } of sources) {
    const entry = Object.assign(new ZipDeflate(name), { mtime, os: MADE_ON_UNIX, attrs });
    zip.add(entry);
    for (const piece of piecesOf(bytes())) {
      entry.push(piece);
      await pause(piece.length);
    }
    entry.push(new Uint8Array(), true);
    await pause(ENTRY);
  }
  zip.end();
  return joined(packed);
}

/** An entry, whose bytes are made when it is their turn. */
interface Source {
  readonly name: string;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
}

/** All entries, ordered. */
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

/** One array of all pieces: a blob would take as long for each of them as for a file. */
function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let start = 0;
  for (const piece of pieces) {
    whole.set(piece, start);
    start += piece.length;
  }
  return whole;
}

/** Lets others work after every so many bytes, and then finds out whether to go on. */
function createPauses(gone: AbortSignal | null): (bytes: number) => Promise<void> {
  let sincePause = 0;
  return async (bytes) => {
    sincePause += bytes;
    if (sincePause < PIECE) return;
    sincePause = 0;
    await sleep(0);
    gone?.throwIfAborted();
  };
}
