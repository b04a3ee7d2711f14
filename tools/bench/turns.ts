/** Measures commands that take turns: wall times and CPU times. */

import { endedChildrenSeconds } from "./cpu.ts";
import { median } from "./median.ts";
import { run } from "./peers.ts";

/** The measured runs of one command, in milliseconds. */
interface Runs {
  readonly wall: number[];
  readonly processor: number[];
}

/** Measures commands by name. Every command runs once per round, and round 0 is a warm-up. */
export class Turns {
  readonly #executable: string;
  readonly #found = new Map<string, Runs>();

  constructor(executable: string) {
    this.#executable = executable;
  }

  /** Runs a command in a folder, and adds its times unless the round is 0. */
  async measure(
    round: number,
    name: string,
    cwd: string,
    args: readonly string[],
  ): Promise<void> {
    const before = [performance.now(), endedChildrenSeconds() * 1000] as const;
    await run(cwd, this.#executable, args);
    const wall = performance.now() - before[0];
    const processor = endedChildrenSeconds() * 1000 - before[1];
    if (round === 0) return;
    const runs = this.#found.get(name) ?? { wall: [], processor: [] };
    runs.wall.push(wall);
    runs.processor.push(processor);
    this.#found.set(name, runs);
  }

  /** Returns a table in Markdown, with ratios to the times of one command. */
  table(base: string): string {
    const reference = this.#found.get(base) ?? { wall: [], processor: [] };
    const rows = [...this.#found].map(([name, { wall, processor }]) => {
      const times = [
        [median(wall), median(reference.wall)],
        [mean(processor), mean(reference.processor)],
      ];
      const cells = times.flatMap((
        [time = NaN, of = NaN],
      ) => [time.toFixed(1), (time / of).toFixed(2)]);
      return `| ${[name, ...cells].join(" | ")} |\n`;
    });
    return `| | median wall ms | x ${base} | mean CPU ms | x ${base} |\n` +
      `|---|---:|---:|---:|---:|\n${rows.join("")}`;
  }
}

/** Linux counts CPU time in ticks of several milliseconds, so that medians would be too coarse. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
