/** Finds names that are not taken yet. */

/** The rules for names. */
export interface NameRules {
  /** The text before a number; by default, `_`. */
  readonly separator?: string;
  /** Maximum length of a name with a number; by default, unlimited. */
  readonly maxLength?: number;
  /** Whether names must differ in more than case, because some file systems ignore case. */
  readonly ignoresCase?: boolean;
}

/** The names that are taken. */
export class FreeNames {
  readonly #separator: string;
  readonly #maxLength: number;
  readonly #ignoresCase: boolean;
  readonly #taken = new Set<string>();
  /** The next number for each name that was numbered. */
  readonly #next = new Map<string, number>();

  constructor({ separator = "_", maxLength = Infinity, ignoresCase = false }: NameRules = {}) {
    this.#separator = separator;
    this.#maxLength = maxLength;
    this.#ignoresCase = ignoresCase;
  }

  /** Marks a name as taken. */
  add(name: string): void {
    this.#taken.add(this.#form(name));
  }

  /**
   * Takes the first free name. If all are taken, takes the last one with a number added.
   *
   * @example
   * ```ts
   * import { FreeNames } from "./free_names.ts";
   * import { equal } from "node:assert/strict";
   *
   * const names = new FreeNames({ ignoresCase: true });
   * names.add("item");
   * equal(names.take(["Item", "pet"]), "pet");
   * equal(names.take(["item"]), "item_2");
   * ```
   */
  take(names: readonly string[]): string {
    const last = names.at(-1) ?? "_";
    const name = names.find((each) => !this.#isTaken(each)) ?? this.#numbered(last);
    this.add(name);
    return name;
  }

  #numbered(name: string): string {
    let number = this.#next.get(name) ?? 2;
    while (this.#isTaken(this.#withNumber(name, number))) number++;
    this.#next.set(name, number + 1);
    return this.#withNumber(name, number);
  }

  #withNumber(name: string, number: number): string {
    const end = `${this.#separator}${number}`;
    return name.slice(0, this.#maxLength - end.length) + end;
  }

  #isTaken(name: string): boolean {
    return this.#taken.has(this.#form(name));
  }

  #form(name: string): string {
    return this.#ignoresCase ? name.toLowerCase() : name;
  }
}
