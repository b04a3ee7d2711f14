/** Finds names that nothing has yet. */

import { MAX_NAME_LENGTH } from "../spec/names.ts";

/** The names that are taken. Names must differ in more than case, as files do on some systems. */
export class FreeNames {
  readonly #taken = new Set<string>();
  /** The next number for each name that was numbered. */
  readonly #next = new Map<string, number>();

  /** @param taken Names that are taken from the start. */
  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.#taken.add(name.toLowerCase());
  }

  /**
   * Takes the first free name, or the last one with a number.
   *
   * @example
   * ```ts
   * import { FreeNames } from "./free_names.ts";
   * import { equal } from "node:assert/strict";
   *
   * const names = new FreeNames(["item"]);
   * equal(names.take(["Item", "pet"]), "pet");
   * equal(names.take(["item"]), "item_2");
   * ```
   */
  take(names: readonly string[]): string {
    const last = names.at(-1) ?? "_";
    const name = names.find((each) => !this.#isTaken(each)) ?? this.#numbered(last);
    this.#taken.add(name.toLowerCase());
    return name;
  }

  #numbered(name: string): string {
    let number = this.#next.get(name) ?? 2;
    while (this.#isTaken(withNumber(name, number))) number++;
    this.#next.set(name, number + 1);
    return withNumber(name, number);
  }

  #isTaken(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }
}

/** Adds a number to a name, which is shortened if it would be too long. */
function withNumber(name: string, number: number): string {
  const end = `_${number}`;
  return name.slice(0, MAX_NAME_LENGTH - end.length) + end;
}
