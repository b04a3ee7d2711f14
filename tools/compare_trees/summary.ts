/** The results of comparisons, in words. */

import type { Outcome } from "./compared_life.ts";

/** Returns a difference in a few lines; nothing for equal trees. */
export function shownDifference({ seed, different }: Outcome): string {
  if (different === null) return "";
  const { step, command, place, patch } = different;
  return [`Seed ${seed}, step ${step}: ${shortened(command)}`, `${place}:`, patch].join("\n  ")
    .replaceAll("\n", "\n  ");
}

function shortened(words: string): string {
  return words.length <= 300 ? words : `${words.slice(0, 300)}…`;
}

/** Returns a line for each kind of difference: the number of seeds, the kind, and some seeds. */
export function groupTable(different: readonly Outcome[]): string {
  const groups = Map.groupBy(different, (each) => each.different?.kind ?? "");
  return [...groups].sort(([, a], [, b]) => b.length - a.length).map(([kind, outcomes]) => {
    const seeds = outcomes.map(({ seed }) => seed).sort((a, b) => a - b);
    const shown = seeds.slice(0, 5).join(", ") + (seeds.length > 5 ? ", …" : "");
    return `${String(seeds.length).padStart(5)}  ${kind} (seeds ${shown})`;
  }).join("\n");
}

/** Returns a line for everything that the seeds covered, with its number. */
export function countTable(outcomes: readonly Outcome[]): string {
  const sums = new Map<string, number>();
  for (const { counts } of outcomes) {
    for (const [what, count] of Object.entries(counts)) {
      sums.set(what, (sums.get(what) ?? 0) + count);
    }
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `${String(count).padStart(7)}  ${what}`).join("\n");
}
