/**
 * Returns the median of numbers. For an even count, it is the greater of the two middle numbers.
 */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
