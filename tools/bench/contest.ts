/** Measuring programs side by side: in turns, so that the machine's moods strike all of them. */

/** One way to do a job. */
export interface Contestant {
  readonly name: string;
  /** Makes ready what a run needs; it is not measured. */
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
 * Lets contestants run in turns.
 *
 * @param rounds How often each runs; a first round warms up and does not count.
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
