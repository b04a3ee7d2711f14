/**
 * Envelopes that the SDK has accepted. Clients send the same envelope with every request, so it need not
 * be validated again.
 */
export class KnownEnvelopes {
  readonly #known = new Set<string>();

  /** Reports whether the same envelope was accepted before. */
  has(envelope: object): boolean {
    return this.#known.has(JSON.stringify(envelope));
  }

  add(envelope: object): void {
    const text = JSON.stringify(envelope);
    if (text.length > LONGEST) return;
    // A client that varies its envelopes must not fill the memory.
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.add(text);
  }
}

const LONGEST = 2_000;
const MOST = 500;
