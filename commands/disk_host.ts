/** The parts of the host that read the disk. */

import { boundedBytes, TooLong } from "../core/bounded_body.ts";
import { systemReason } from "../workspace/system_calls.ts";
import type { FileRead } from "./host.ts";

/** Reads a file. See {@linkcode Host.readFile}. */
export async function readFile(path: string, mostBytes = Infinity): Promise<FileRead> {
  // Deno opens this device only with all permissions, so read stdin instead.
  if (path === "/dev/stdin") return await readStdin(mostBytes);
  try {
    // A synchronous read of a pipe without a writer would block interruptions.
    const file = await Deno.open(path);
    return { kind: "read", bytes: await boundedBytes(file.readable, mostBytes) };
  } catch (problem) {
    return failedRead(problem);
  }
}

/** Reads stdin. See {@linkcode Host.readStdin}. */
export async function readStdin(mostBytes = Infinity): Promise<FileRead> {
  try {
    return { kind: "read", bytes: await boundedBytes(Deno.stdin.readable, mostBytes) };
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

/** Resolves the links in a path; `null` if it does not exist. */
export function realPath(path: string): string | null {
  try {
    return Deno.realPathSync(path);
  } catch {
    return null;
  }
}
