/** Finds out which writes a command makes, and kills it or makes the system refuse at any of them. */

import { join } from "node:path";
import { type Output, run } from "./run.ts";
import { inTemporaryFolder } from "./temporary_folder.ts";

/** A system call that changes a disk: the n-th of its name that the command's main thread makes. */
export interface WritePoint {
  readonly call: string;
  readonly nth: number;
  /** The call as strace shows it, for the message of a test that fails. */
  readonly shown: string;
}

/** The command made other calls than when its writes were found out; a new try may hit. */
export class MissedPoint extends Error {
  override readonly name = "MissedPoint";
}

// A question mark: not every processor's Linux has the call.
const WRITES = "openat,write,pwrite64,ftruncate,fsync,fdatasync,linkat,?chmod,fchmod,fchmodat," +
  "?chown,fchown,fchownat,?mkdir,mkdirat,?rename,renameat,renameat2,?unlink,unlinkat,?rmdir,?link";

/** Runs a command to its end, and returns its writes below a folder. */
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
 * Runs a command, and kills it right before it makes one of its writes below a folder.
 *
 * @param injections What else strace does to the command's system calls.
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

/** Runs a command of which one write fails, and returns what it printed. */
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
 * Runs a command, and returns the writes of all its threads, each when it was done.
 *
 * @param injections What else strace does to the command's system calls.
 */
export async function writesOf(
  command: readonly string[],
  injections: readonly string[] = [],
): Promise<readonly string[]> {
  const { log } = await strace(command, ["-f", ...injections]);
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

/** Runs a command that finds the disk broken whenever it waits for it, and returns what it printed. */
export async function failAllSyncs(command: readonly string[]): Promise<string> {
  const { log, printed } = await strace(command, ["-f", "-e", "inject=fsync:error=EIO"]);
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
    // Without `-f` only the main thread is traced: always in the same order, all but the waiting.
    const tracing = ["strace", "-y", "-o", log, "-e", `trace=${WRITES}`, ...options];
    const output = await run([...tracing, ...command]);
    return { ...output, log: Deno.readTextFileSync(log) };
  });
}
