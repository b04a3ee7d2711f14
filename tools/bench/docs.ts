/** Measures a further subroute in a large project that documents itself, against one that does not. */

import { join } from "node:path";
import { run } from "./peers.ts";
import { specOf } from "./projects.ts";
import { Turns } from "./turns.ts";

const ROUNDS = 15;

const [ROUTES, SUBROUTES] = [1_000, 5];

const PLAIN = "without docs";

/** Returns a table in Markdown. */
export async function benchDocs(
  { executable, folder }: { readonly executable: string; readonly folder: string },
): Promise<string> {
  const spec = join(folder, "documented.json");
  await Deno.writeTextFile(spec, specOf(ROUTES, SUBROUTES));
  const projects = [PLAIN, "with docs"].map((name, index) => ({
    name,
    cwd: join(folder, `documented-${index}`),
  }));
  for (const { name, cwd } of projects) {
    await Deno.mkdir(cwd);
    await run(cwd, executable, ["generate", "api", ".", "--json", spec, "--quiet"]);
    if (name !== PLAIN) await run(cwd, executable, ["generate", "docs", "--quiet"]);
  }
  const turns = new Turns(executable);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, cwd } of projects) {
      const args = ["generate", "subroute", "route_0", `new_${round}`, "--mock", '[{"id": 1}]'];
      await turns.measure(round, name, cwd, args);
    }
  }
  const size = `${ROUTES.toLocaleString("en-US")} routes x ${SUBROUTES} subroutes`;
  return `## One subroute in a project of ${size}\n\n${turns.table(PLAIN)}`;
}
