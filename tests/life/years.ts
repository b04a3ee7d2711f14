/**
 * `deno task life:years [projects] [first seed]`: counts the changes of specs that reach the code of
 * teams over five years, and the reasons why others do not.
 */

import { fiveYears, type Outcome } from "./five_years/measure.ts";
import { withJudge } from "./judge.ts";

const [count = "40", first = "1"] = Deno.args;
const [projects, from] = [Number(count), Number(first)];
if (!Number.isInteger(projects) || !Number.isInteger(from) || projects < 1) {
  console.error("Usage: deno task life:years [projects] [first seed]");
  Deno.exit(2);
}

const seeds = Array.from({ length: projects }, (_, index) => from + index).values();
const outcomes: Outcome[] = [];
const live = () =>
  withJudge(async (judge) => {
    for (const seed of seeds) {
      outcomes.push(...await fiveYears(judge, seed));
      console.error(`${outcomes.length} changes`);
    }
  });
await Promise.all([live(), live()]);

const WORDS: Readonly<Record<Outcome["as"], string>> = {
  reached: "reach the code without a person's hand",
  named: "are named as people's to do",
  silent: "do not arrive, and nothing says so",
  lost: "lost a guard, or stopped the app",
};

for (const [as, words] of Object.entries(WORDS)) {
  const own = outcomes.filter((each) => each.as === as);
  console.log(`${share(own.length)}  ${words}`);
  if (as === "named") table(own, ({ why }) => why);
  if (as === "silent" || as === "lost") {
    for (const { seed, change, why } of own) {
      console.log(`          seed ${seed}: ${change}: ${why}`);
    }
  }
}
console.log("\nBy the change of the spec, those that reach the code:");
for (const [name, all] of Map.groupBy(outcomes, ({ change }) => change)) {
  const reached = all.filter(({ as }) => as === "reached").length;
  console.log(`${String(reached).padStart(6)} of ${String(all.length).padStart(4)}  ${name}`);
}
const isWrong = outcomes.some(({ as }) => as === "silent" || as === "lost");
Deno.exit(isWrong ? 1 : 0);

function table(all: readonly Outcome[], key: (each: Outcome) => string): void {
  const groups = [...Map.groupBy(all, key)].sort(([, a], [, b]) => b.length - a.length);
  for (const [why, own] of groups) console.log(`  ${share(own.length)}  ${why}`);
}

function share(part: number): string {
  return `${String(part).padStart(5)} ${(100 * part / outcomes.length).toFixed(1).padStart(5)} %`;
}
