/** The names of a module's models. */

/** Gives each model a name of its own. */
export class ModelNames {
  readonly #taken: Set<string>;
  /** Last number used per name. Names are never freed, so all lower numbers are taken. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: ReadonlySet<string>) {
    this.#taken = new Set(taken);
  }

  /** Reserves a name, so that no model gets it. */
  reserve(name: string): void {
    this.#taken.add(name);
  }

  /** Returns the name, with a number if it is taken, and reserves it. */
  take(name: string): string {
    let number = this.#numbers.get(name) ?? 1;
    let free = number === 1 ? name : `${name}${number}`;
    while (this.#taken.has(free)) free = `${name}${++number}`;
    this.#numbers.set(name, number);
    this.#taken.add(free);
    return free;
  }
}
