/** Draws mutants deterministically by seed, spread over modules and lines. */

import { createHash } from "node:crypto";
import type { Mutant } from "./mutant.ts";

/**
 * Draws mutants, one of each module in turn. Within a module, each line gets one mutant before any line
 * gets a second. A module's mutants do not depend on other modules.
 *
 * @param modules The mutants of each module.
 * @param count Maximum number of mutants.
 */
export function drawMutants(
  modules: readonly (readonly Mutant[])[],
  count: number,
  seed: number,
): Mutant[] {
  const decks = modules.map((mutants) => shuffled(mutants, seed));
  const longest = Math.max(0, ...decks.map((deck) => deck.length));
  const drawn: Mutant[] = [];
  for (let round = 0; round < longest && drawn.length < count; round += 1) {
    drawn.push(...decks.flatMap((deck) => deck[round] ?? []));
  }
  return drawn.slice(0, count);
}

function shuffled(mutants: readonly Mutant[], seed: number): readonly Mutant[] {
  const inOrder = mutants
    .map((mutant) => ({ mutant, order: orderOf(mutant, seed) }))
    .sort((a, b) => a.order < b.order ? -1 : 1);
  const seen = new Map<number, number>();
  return inOrder
    .map(({ mutant }) => {
      const turn = seen.get(mutant.line) ?? 0;
      seen.set(mutant.line, turn + 1);
      return { mutant, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ mutant }) => mutant);
}

function orderOf({ path, within, before, after, start }: Mutant, seed: number): string {
  const text = JSON.stringify([seed, path, within, before, after]);
  return `${createHash("sha256").update(text).digest("hex")} ${start}`;
}
