/** The report of a run. */

import type { Outcome } from "./try_mutant.ts";

/** The number of killed and tried mutants. */
export interface Score {
  readonly killed: number;
  readonly tried: number;
}

/** Counts the mutants that a test detected. */
export function scoreOf(outcomes: readonly Outcome[]): Score {
  return {
    killed: outcomes.filter(({ kind }) => kind === "killed").length,
    tried: outcomes.length,
  };
}

/** Returns a score in percent; 100 if no mutant was tried. */
export function percent({ killed, tried }: Score): number {
  return tried === 0 ? 100 : killed / tried * 100;
}

/** Returns a line for each module, the lowest score first, and a line with the total. */
export function scoreTable(outcomes: readonly Outcome[]): string {
  const modules = Map.groupBy(outcomes, ({ mutant }) => mutant.path);
  const rows = [...modules]
    .map(([path, those]) => ({ path, score: scoreOf(those) }))
    .sort((a, b) => percent(a.score) - percent(b.score) || (a.path < b.path ? -1 : 1));
  const all = [...rows, { path: "all", score: scoreOf(outcomes) }];
  const width = Math.max(...all.map(({ path }) => path.length));
  return all.map(({ path, score }) => {
    const count = `${score.killed}/${score.tried}`;
    return `${path.padEnd(width)} ${count.padStart(8)} ${
      percent(score).toFixed(1).padStart(6)
    } %\n`;
  }).join("");
}

/** Returns a surviving mutant as a diff of its line, with the tests that passed. */
export function survivor({ mutant, passed }: Extract<Outcome, { kind: "survived" }>): string {
  const { path, line, within, before, after } = mutant;
  const tests = passed.length === 0 ? "no test runs this line" : `passed: ${passed.join(", ")}`;
  const place = within === "" ? "" : ` in ${within}`;
  return `${path}:${line}${place}\n  - ${before}\n  + ${after}\n  ${tests}\n`;
}
