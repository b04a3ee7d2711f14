/** Measures `apply` and `undo` of a subroute against `generate subroute`, in a small and a large file. */

import { join } from "node:path";
import { endedChildrenSeconds } from "./cpu.ts";
import { median } from "./median.ts";
import { run } from "./peers.ts";
import { specOf } from "./projects.ts";

const ROUNDS = 31;

const SERVICE = "api/services/route_0_service.py";

/** The measured runs of one command, in milliseconds. */
interface Runs {
  readonly wall: number[];
  readonly processor: number[];
}

/** Returns tables of both projects, in Markdown. */
export async function benchUndo(
  { executable, folder }: { readonly executable: string; readonly folder: string },
): Promise<string> {
  const tables = [];
  for (const [name, lines] of [["small", 0], ["large", 10_000]] as const) {
    const cwd = join(folder, `reversed-${name}`);
    await Deno.mkdir(cwd);
    await Deno.writeTextFile(join(cwd, "spec.json"), specOf(4, 3));
    await run(cwd, executable, ["generate", "api", "shop", "--json", "spec.json"]);
    await lengthen(join(cwd, "shop", SERVICE), lines);
    const title = lines === 0
      ? "A subroute applied and undone"
      : `A subroute applied and undone, in a service of ${lines.toLocaleString("en-US")} lines`;
    tables.push(`## ${title}\n\n${table(await turns(executable, cwd))}`);
  }
  return tables.join("\n");
}

/** Adds methods to a file until it has a number of lines. */
async function lengthen(path: string, lines: number): Promise<void> {
  const text = await Deno.readTextFile(path);
  const count = Math.max(0, Math.floor((lines - text.split("\n").length) / 3));
  const methods = Array.from(
    { length: count },
    (_, index) => `\n    def by_hand_${index}(self) -> int:\n        return ${index}\n`,
  );
  await Deno.writeTextFile(path, text + methods.join(""));
}

/**
 * Runs the commands in turns. All change the same project, and each round leaves the project as it
 * was.
 */
async function turns(executable: string, folder: string): Promise<ReadonlyMap<string, Runs>> {
  const cwd = join(folder, "shop");
  const plan = join(folder, "plan.json");
  const found = new Map<string, Runs>();
  for (let round = 0; round <= ROUNDS; round++) {
    const subroute = (name: string) => [
      ...["generate", "subroute", "route_0", `${name}_${100 + round}`, "--mock", '[{"id": 1}]'],
    ];
    const measure = async (name: string, args: readonly string[]) => {
      const before = [performance.now(), endedChildrenSeconds() * 1000] as const;
      await run(cwd, executable, args);
      const wall = performance.now() - before[0];
      const processor = endedChildrenSeconds() * 1000 - before[1];
      // The first round is a warm-up.
      if (round === 0) return;
      const runs = found.get(name) ?? { wall: [], processor: [] };
      found.set(name, { wall: [...runs.wall, wall], processor: [...runs.processor, processor] });
    };
    await measure(GENERATE, subroute("plain"));
    await measure("undo", ["undo"]);
    await run(cwd, executable, [...subroute("filed"), "--plan", plan]);
    await measure("apply", ["apply", plan]);
    await run(cwd, executable, ["undo"]);
    await Deno.remove(plan);
  }
  return found;
}

const GENERATE = "generate subroute";

function table(found: ReadonlyMap<string, Runs>): string {
  const base = found.get(GENERATE) ?? { wall: [], processor: [] };
  const rows = [...found].map(([name, { wall, processor }]) => {
    const times = [[median(wall), median(base.wall)], [mean(processor), mean(base.processor)]];
    const cells = times.flatMap((
      [time = NaN, of = NaN],
    ) => [time.toFixed(1), (time / of).toFixed(2)]);
    return `| ${[name, ...cells].join(" | ")} |\n`;
  });
  return `| | median wall ms | x ${GENERATE} | mean CPU ms | x ${GENERATE} |\n` +
    `|---|---:|---:|---:|---:|\n${rows.join("")}`;
}

/** Linux counts CPU time in ticks of several milliseconds, so that medians would be too coarse. */
function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
