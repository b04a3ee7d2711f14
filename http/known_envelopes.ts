/**
 * Envelopes that a server of the SDK has taken: clients send the same one with every request, and one
 * that was valid once is valid again.
 */
export class KnownEnvelopes {
  readonly #known = new Set<string>();

  /** Whether the same envelope was taken before. */
  has(envelope: object): boolean {
    return this.#known.has(JSON.stringify(envelope));
  }

  add(envelope: object): void {
    const text = JSON.stringify(envelope);
    if (text.length > LONGEST) return;
    // Whoever makes up new ones all the time shall not fill the memory.
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.add(text);
  }
}

const LONGEST = 2_000;
const MOST = 500;
