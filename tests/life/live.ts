/**
 * `deno task life [count] [first seed] [--new] [--whole] [--types]`: simulates random lives of two
 * years, and prints those that break a guarantee.
 *
 * - `--new` leaves out known faults
 * - `--whole` shows all steps of a broken life, not only those that are needed, which is faster
 * - `--types` lets mypy read the projects before and after each command, which is slow
 */

import type { Step } from "./guarantees.ts";
import { brokenLives } from "./lives.ts";
import { OPEN_FAULTS } from "./open_faults.ts";
import { newComplaints } from "./types.ts";

const options = Deno.args.filter((each) => each.startsWith("--"));
const [count = "200", first = String(Date.now() % 1_000_000_000)] = Deno.args.filter((each) =>
  !options.includes(each)
);
const isUnknown = options.some((each) => !["--new", "--whole", "--types"].includes(each));
const [from, to] = [Number(first), Number(first) + Number(count)];
if (!Number.isInteger(from) || !Number.isInteger(to) || to <= from || isUnknown) {
  console.error("Usage: deno task life [count] [first seed] [--new] [--whole] [--types]");
  Deno.exit(2);
}

const isTyped = options.includes("--types");
const steps: Step[] = [];
const { length: broken } = await brokenLives(from, to - from, {
  years: 2,
  without: new Set(options.includes("--new") ? Object.keys(OPEN_FAULTS) : []),
  isWhole: options.includes("--whole"),
  found: (life) => console.log(`${life}\n`),
  told: (step) => isTyped && steps.push(step),
});
const complaints = await newComplaints(steps);
for (const complaint of complaints) console.log(`${complaint}\n`);
console.log(`${broken} of ${to - from} lives from seed ${from} broke a guarantee`);
if (isTyped) console.log(`${complaints.length} complaints of mypy are new`);
Deno.exit(broken === 0 && complaints.length === 0 ? 0 : 1);
