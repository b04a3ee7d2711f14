/** The parts of the host that read the disk. */

import { systemReason } from "../workspace/system_calls.ts";
import type { FileRead } from "./host.ts";

/** Reads a file. */
export async function readFile(path: string): Promise<FileRead> {
  // Deno opens this device only with all permissions, so read stdin instead.
  if (path === "/dev/stdin") return await readStdin();
  try {
    // A synchronous read of a pipe without a writer would block interruptions.
    return { kind: "read", bytes: await Deno.readFile(path) };
  } catch (problem) {
    return failedRead(problem);
  }
}

/** Reads stdin to its end. */
export async function readStdin(): Promise<FileRead> {
  try {
    return { kind: "read", bytes: await new Response(Deno.stdin.readable).bytes() };
  } catch (problem) {
    return failedRead(problem);
  }
}

function failedRead(problem: unknown): FileRead {
  if (!(problem instanceof Error)) throw problem;
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
