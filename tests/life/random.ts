/** A source of random choices that a seed repeats. */
export class Random {
  constructor(private state: number) {}

  /** Returns an integer from 0 below a limit. */
  below(limit: number): number {
    // mulberry32
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * limit);
  }

  /**
   * Picks an element of a list.
   *
   * @returns `undefined` if the list is empty.
   */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  /** Picks an element of a list that cannot be empty. */
  oneOf<T>(first: T, ...others: readonly T[]): T {
    return this.pick([first, ...others]) ?? first;
  }

  /** Returns a list in a random order. */
  shuffled<T>(list: readonly T[]): T[] {
    const rest = [...list];
    return list.flatMap(() => rest.splice(this.below(rest.length), 1));
  }
}
