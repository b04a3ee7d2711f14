/** How the limits of calls stand. */

/** So many calls in a time. */
export interface Policy {
  /** What clients read it as. */
  readonly name: "minute" | "day";
  readonly calls: number;
  readonly windowMs: number;
  /** What it limits, and in which time, after the number. */
  readonly bounds: string;
}

/** How a limit stands after a call. */
export interface Standing {
  readonly policy: Policy;
  /** Whether the call was one too many. */
  readonly isExceeded: boolean;
  /** Calls that are left, as far as this server knows. */
  readonly left: number;
  /** In how many seconds there are calls again, 1 or more. */
  readonly resetSeconds: number;
}

/** A limit of calls, of which everybody who is known has their own. */
export interface RateLimit {
  /**
   * Counts a call, unless it is one too many.
   *
   * @param subject Whose it is: never what a stranger made up.
   */
  count(subject: string): Standing | Promise<Standing>;
}
