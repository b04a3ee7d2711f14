/**
 * A cache of envelopes that the SDK has accepted. A client sends the same envelope with every request, so the
 * envelope need not be validated again.
 */
export class KnownEnvelopes {
  readonly #known = new Set<string>();

  /** Reports whether the same envelope was accepted before. */
  has(envelope: object): boolean {
    return this.#known.has(JSON.stringify(envelope));
  }

  add(envelope: object): void {
    const text = JSON.stringify(envelope);
    if (text.length > MAX_LENGTH) return;
    // Forgets all envelopes, so that a client that varies its envelopes cannot fill the memory.
    if (this.#known.size >= MAX_ENTRIES) this.#known.clear();
    this.#known.add(text);
  }
}

const MAX_LENGTH = 2_000;
const MAX_ENTRIES = 500;
