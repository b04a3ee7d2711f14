/** Mutants that no test can notice, because they change nothing that can be seen. */

import type { Mutant } from "./mutant.ts";

/** A known one, found again by its text: lines move. */
export interface Equivalent {
  readonly path: string;
  readonly within: string;
  readonly before: string;
  readonly after: string;
  /** Why nothing can notice it. */
  readonly reason: string;
}

/**
 * Takes the known equivalents out of mutants.
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
