/** Measures programs in turns, so that changes of the machine's load affect all of them. */

/** One way to do a job. */
export interface Contestant {
  readonly name: string;
  /** Prepares a run. Its time is not measured. */
  prepare(round: number): Promise<void>;
  run(round: number): Promise<void>;
}

export interface Result {
  readonly name: string;
  /** Median time of a run, in milliseconds. */
  readonly median: number;
  readonly fastest: number;
}

/**
 * Runs contestants in turns.
 *
 * @param rounds Number of measured runs of each. An additional first round is a warm-up.
 */
export async function contest(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<Result[]> {
  const times = contestants.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, contestant] of contestants.entries()) {
      await contestant.prepare(round);
      const start = performance.now();
      await contestant.run(round);
      if (round > 0) times[index]?.push(performance.now() - start);
    }
  }
  return contestants.map(({ name }, index) => summary(name, times[index] ?? []));
}

function summary(name: string, times: readonly number[]): Result {
  const sorted = times.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? NaN;
  return { name, median: middle, fastest: sorted[0] ?? NaN };
}
