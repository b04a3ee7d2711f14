/** The functions of {@linkcode Host} that read the disk. */

import { boundedBytes, TooLong } from "../core/bounded_body.ts";
import { readSameFile } from "../workspace/read_same_file.ts";
import { systemReason } from "../workspace/system_calls.ts";
import type { FileRead } from "./host.ts";

/** Reads a file. See {@linkcode Host.readFile}. */
export async function readFile(path: string, maxBytes: number): Promise<FileRead> {
  // Opening `/dev/stdin` needs all of Deno's permissions, so read stdin instead.
  if (path === "/dev/stdin") return await readStdin(maxBytes);
  try {
    const bytes = regularFile(path, maxBytes) ?? await readDevice(path, maxBytes);
    return { kind: "read", bytes };
  } catch (problem) {
    return failedRead(problem);
  }
}

/** Reads a regular file. See {@linkcode Host.readRegularFile}. */
export function readRegularFile(path: string, maxBytes: number): FileRead {
  try {
    const bytes = regularFile(path, maxBytes);
    return bytes === null
      ? { kind: "failed", reason: "not a regular file" }
      : { kind: "read", bytes };
  } catch (problem) {
    return failedRead(problem);
  }
}

/**
 * Reads a regular file synchronously. A stream, as for a device, would take 5 % of the processor
 * time of `validate`.
 *
 * @returns The file's bytes; `null` if it is not a regular file.
 */
function regularFile(path: string, maxBytes: number): Uint8Array | null {
  const info = Deno.statSync(path);
  if (!info.isFile) return null;
  if (info.size > maxBytes) throw new TooLong();
  const bytes = readSameFile(path, info);
  // The reported size can be 0, as of files in `/proc`.
  if (bytes !== null && bytes.length > maxBytes) throw new TooLong();
  return bytes;
}

/**
 * Reads a pipe or a device. A synchronous read would block Ctrl-C until someone writes to the pipe.
 */
async function readDevice(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await Deno.open(path);
  return await boundedBytes(file.readable, maxBytes);
}

/** Reads stdin. See {@linkcode Host.readStdin}. */
export async function readStdin(maxBytes: number): Promise<FileRead> {
  try {
    return { kind: "read", bytes: await boundedBytes(Deno.stdin.readable, maxBytes) };
  } catch (problem) {
    return failedRead(problem);
  }
}

function failedRead(problem: unknown): FileRead {
  if (!(problem instanceof Error)) throw problem;
  if (problem instanceof TooLong) return { kind: "failed", reason: "too large" };
  return { kind: "failed", reason: systemReason(problem) ?? problem.message };
}

/** Reports whether a path exists. A path that cannot be stat'ed, such as an overlong name, is absent. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns names in a folder, at most `max` of them; none if the folder cannot be read. */
export function names(folder: string, max: number): readonly string[] {
  try {
    return [...Iterator.from(Deno.readDirSync(folder)).map(({ name }) => name).take(max)];
  } catch {
    return [];
  }
}

/** Resolves the links in a path; `null` if it does not exist. */
export function realPath(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}
