/** The CPU time of processes on Linux (proc_pid_stat(5)). */

import { runCommand } from "../run_command.ts";

/** A process's entry in `/proc`. */
interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** CPU ticks in user and kernel mode, including children that ended and were waited for. */
  readonly ticks: number;
}

/** Returns the CPU seconds of this process's children that have ended. */
export function endedChildrenSeconds(): number {
  const stat = Deno.readTextFileSync("/proc/self/stat");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
  return ((fields[13] ?? NaN) + (fields[14] ?? NaN)) / TICKS_PER_SECOND;
}

/** This is the value on all common Linux platforms. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds of processes and their children so far. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const all = await allProcesses();
  const own = all.filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent));
  return own.reduce((total, { ticks }) => total + ticks, 0) / await ticksPerSecond();
}

async function allProcesses(): Promise<readonly ProcessTimes[]> {
  const found: ProcessTimes[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      found.push(timesOf(Number(name), await Deno.readTextFile(`/proc/${name}/stat`)));
    } catch (problem) {
      // The process ended. Linux reports one error or the other.
      const isGone = problem instanceof Deno.errors.NotFound ||
        problem instanceof Error && problem.message.includes("No such process");
      if (!isGone) throw problem;
    }
  }
  return found;
}

function timesOf(pid: number, stat: string): ProcessTimes {
  // The name, in parentheses, may contain any characters. The third field follows it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
  const field = (number: number) => fields[number - 3] ?? NaN;
  return { pid, parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) };
}

async function ticksPerSecond(): Promise<number> {
  return Number((await runCommand("getconf", ["CLK_TCK"])).stdout);
}
