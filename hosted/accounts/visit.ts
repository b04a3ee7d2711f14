/** The time and origin of a request. */

/** The time and origin of a request, for accounts and their audit entries. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The client's IP address; `null` if unknown. */
  readonly client: string | null;
  /** Aborts when the client disconnects before it has received the answer. */
  readonly gone?: AbortSignal;
}
