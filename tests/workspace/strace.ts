/** Traces the writes of a command. Can also kill the command at any write, or make the write fail. */

import { join } from "node:path";
import { type Output, run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

/** A system call that changes a disk: the n-th call of that name on the command's main thread. */
export interface WritePoint {
  readonly call: string;
  readonly nth: number;
  /** The call as strace shows it, for messages of failing tests. */
  readonly shown: string;
}

/** The command's calls differ from those of the trace before. Another try may succeed. */
export class MissedPoint extends Error {
  override readonly name = "MissedPoint";
}

// The question mark marks a call that not every architecture has.
const WRITES = "openat,write,pwrite64,ftruncate,fsync,fdatasync,linkat,?chmod,fchmod,fchmodat," +
  "?chown,fchown,fchownat,?mkdir,mkdirat,?rename,renameat,renameat2,?unlink,unlinkat,?rmdir,?link";

/**
 * Options to trace all threads. The kernel stops threads only at the traced calls, which takes far
 * less time.
 */
const ALL_THREADS = ["-f", "--seccomp-bpf"];

/** Runs a command to its end and returns its writes below a folder. */
export async function writePointsOf(
  command: readonly string[],
  folder: string,
): Promise<readonly WritePoint[]> {
  const { log } = await strace(command, []);
  const counts = new Map<string, number>();
  const points: WritePoint[] = [];
  for (const shown of log.split("\n")) {
    const call = /^(\w+)\(/.exec(shown)?.[1];
    if (call === undefined) continue;
    const nth = (counts.get(call) ?? 0) + 1;
    counts.set(call, nth);
    if (isWriteBelow(folder, shown)) points.push({ call, nth, shown });
  }
  return points;
}

/**
 * Runs a command and kills it right before one of its writes below a folder.
 *
 * @param injections Further strace injections into the command's system calls.
 */
export async function killAt(
  point: WritePoint,
  command: readonly string[],
  folder: string,
  injections: readonly string[] = [],
): Promise<void> {
  const kill = injection(point, "signal=KILL");
  const { log, signal } = await strace(command, [...injections, ...kill]);
  const last = log.split("\n").findLast((line) => line.startsWith(`${point.call}(`)) ?? "";
  if (signal !== "SIGKILL" || !isWriteBelow(folder, last)) {
    throw new MissedPoint(`Missed '${point.shown}': ended by ${signal} at '${last}'`);
  }
}

/** Runs a command in which one write fails, and returns its output. */
export async function failAt(
  point: WritePoint,
  command: readonly string[],
  folder: string,
): Promise<string> {
  const { log, printed } = await strace(command, injection(point, "error=EIO"));
  const refused = log.split("\n").find((line) => line.endsWith("(INJECTED)")) ?? "";
  if (!isWriteBelow(folder, refused)) {
    throw new MissedPoint(`Missed '${point.shown}': '${refused}'`);
  }
  return printed;
}

/**
 * Runs a command and returns the writes of all its threads in the order of their completion.
 *
 * @param injections Further strace injections into the command's system calls.
 */
export async function writesOf(
  command: readonly string[],
  injections: readonly string[] = [],
): Promise<readonly string[]> {
  const { log } = await strace(command, [...ALL_THREADS, ...injections]);
  const begun = new Map<string, string>();
  return log.split("\n").flatMap((line) => {
    const [, thread = "", call = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const start = /^(.*) <unfinished \.\.\.>$/.exec(call)?.[1];
    if (start !== undefined) begun.set(thread, start);
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(call)?.[1];
    if (rest !== undefined) return [begun.get(thread) + rest];
    return start === undefined ? [call] : [];
  });
}

/** Runs a command in which every sync fails, and returns its output. */
export async function failAllSyncs(command: readonly string[]): Promise<string> {
  const { log, printed } = await strace(command, [...ALL_THREADS, "-e", "inject=fsync:error=EIO"]);
  if (!log.includes("(INJECTED)")) throw new MissedPoint("The command never waits for the disk");
  return printed;
}

function injection({ call, nth }: WritePoint, what: string): readonly string[] {
  return ["-e", `inject=${call}:${what}:when=${nth}`];
}

function isWriteBelow(folder: string, shown: string): boolean {
  return shown.includes(folder) && (!shown.startsWith("openat(") || shown.includes("O_CREAT"));
}

async function strace(
  command: readonly string[],
  options: readonly string[],
): Promise<Output & { readonly log: string }> {
  return await inTemporaryFolder(async (folder) => {
    const log = join(folder, "log");
    // Without `-f`, strace traces only the main thread, whose calls have a stable order. Syncs run on
    // other threads.
    const tracing = ["strace", "-y", "-o", log, "-e", `trace=${WRITES}`, ...options];
    const output = await run([...tracing, ...command]);
    return { ...output, log: Deno.readTextFileSync(log) };
  });
}
