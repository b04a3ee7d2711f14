/**
 * Compares this checkout with another one: `deno task compare <other checkout> [count] [first seed]`. Each
 * seed is a random project with edits and commands, lived in both checkouts. Their reports and files must be
 * equal, byte for byte.
 *
 * `--code-only` leaves out records and the ids that depend on them. `--jobs` is the number of threads.
 * `--counts` prints what the seeds covered. The task fails if a seed differs.
 */

import { parseArgs } from "node:util";
import type { Outcome } from "./compare_trees/compared_life.ts";
import { countTable, groupTable, shownDifference } from "./compare_trees/summary.ts";
import type { Task } from "./compare_trees/worker.ts";

const { values, positionals: [other, count = "200", first = "1"] } = parseArgs({
  allowPositionals: true,
  options: {
    "code-only": { type: "boolean", default: false },
    counts: { type: "boolean", default: false },
    jobs: { type: "string", default: "1" },
  },
});
const [total, from, jobs] = [count, first, values.jobs].map(Number) as [number, number, number];
if (other === undefined || ![total, from, jobs].every(Number.isInteger) || total < 1 || jobs < 1) {
  console.error("Usage: deno task compare <other checkout> [count] [first seed]");
  Deno.exit(2);
}

/** Number of differences of one kind that are shown. */
const SHOWN = 3;

const started = performance.now();
const outcomes: Outcome[] = [];
const seeds = Array.from({ length: total }, (_, index) => from + index).values();
await Promise.all(Array.from({ length: jobs }, () => compareSeeds(other)));

const seconds = (performance.now() - started) / 1000;
const different = outcomes.filter((each) => each.different !== null);
if (values.counts) console.log(`${countTable(outcomes)}\n`);
console.log(groupTable(different));
console.log(
  `${total - different.length} seeds equal, ${different.length} different ` +
    `(seeds ${from} to ${from + total - 1}, ${seconds.toFixed(1)} s)`,
);
Deno.exit(different.length === 0 ? 0 : 1);

/** Compares seeds on a thread of its own until none is left. */
async function compareSeeds(other: string): Promise<void> {
  const worker = new Worker(new URL("./compare_trees/worker.ts", import.meta.url), {
    type: "module",
  });
  for (const seed of seeds) {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(`Seed ${seed}: ${message}`));
      worker.postMessage({ other, seed, codeOnly: values["code-only"] } satisfies Task);
    });
    outcomes.push(outcome);
    const { different } = outcome;
    if (different === null) continue;
    const alike = outcomes.filter((each) => each.different?.kind === different.kind).length;
    if (alike <= SHOWN) console.log(`${shownDifference(outcome)}\n`);
  }
  worker.terminate();
}
