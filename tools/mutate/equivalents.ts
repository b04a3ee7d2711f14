/** Equivalent mutants, which no test can detect because they do not change the behaviour. */

import type { Mutant } from "./mutant.ts";

/** A known equivalent mutant. Its text identifies it, because line numbers change. */
export interface Equivalent {
  readonly path: string;
  readonly within: string;
  readonly before: string;
  readonly after: string;
  /** The reason why no test can detect it. */
  readonly reason: string;
}

/**
 * Removes the known equivalents from mutants.
 *
 * @returns The other mutants, and the entries that match none.
 */
export function withoutEquivalents(
  mutants: readonly Mutant[],
  known: readonly Equivalent[],
): { readonly mutants: readonly Mutant[]; readonly unmatched: readonly Equivalent[] } {
  const keys = new Set(known.map(keyOf));
  const found = new Set(mutants.map(keyOf));
  return {
    mutants: mutants.filter((each) => !keys.has(keyOf(each))),
    unmatched: known.filter((each) => !found.has(keyOf(each))),
  };
}

function keyOf({ path, within, before, after }: Omit<Equivalent, "reason">): string {
  return JSON.stringify([path, within, before, after]);
}
