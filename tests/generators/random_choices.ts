/** Random choices that a seed repeats. */

/** Returns a function that chooses one of several values. */
export function randomFrom(seed: number): <Value>(values: readonly Value[]) => Value {
  let state = seed + 1;
  return <Value>(values: readonly Value[]) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return values[(state >>> 8) % values.length] as Value;
  };
}
