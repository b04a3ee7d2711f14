/** When and from where somebody asks for something. */

/** A request, as far as accounts care. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The address that it comes from; `null` if there is none to be known. */
  readonly client: string | null;
  /** Aborts when the client goes away without waiting for the answer. */
  readonly gone?: AbortSignal;
}
