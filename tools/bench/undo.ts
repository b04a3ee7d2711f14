/** Measures `apply` and `undo` of a subroute against `generate subroute`, in a small and a large file. */

import { join } from "node:path";
import { run } from "./peers.ts";
import { specOf } from "./projects.ts";
import { Turns } from "./turns.ts";

const ROUNDS = 31;

const SERVICE = "api/services/route_0_service.py";

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
    tables.push(`## ${title}\n\n${(await turns(executable, cwd)).table(GENERATE)}`);
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
async function turns(executable: string, folder: string): Promise<Turns> {
  const cwd = join(folder, "shop");
  const plan = join(folder, "plan.json");
  const found = new Turns(executable);
  for (let round = 0; round <= ROUNDS; round++) {
    const subroute = (name: string) => [
      ...["generate", "subroute", "route_0", `${name}_${100 + round}`, "--mock", '[{"id": 1}]'],
    ];
    await found.measure(round, GENERATE, cwd, subroute("plain"));
    await found.measure(round, "undo", cwd, ["undo"]);
    await run(cwd, executable, [...subroute("filed"), "--plan", plan]);
    await found.measure(round, "apply", cwd, ["apply", plan]);
    await run(cwd, executable, ["undo"]);
    await Deno.remove(plan);
  }
  return found;
}

const GENERATE = "generate subroute";
