/** Rate limits and their state. */

/** A maximum number of calls in a window of time. */
export interface Policy {
  /** The policy's name in response headers. */
  readonly name: "minute" | "day";
  readonly calls: number;
  /** Length of the window in milliseconds. */
  readonly windowMs: number;
  /** The words after the number in messages, such as "requests in a minute". */
  readonly bounds: string;
}

/** The state of a limit after a call. */
export interface Standing {
  readonly policy: Policy;
  /** Whether the call exceeded the limit. */
  readonly isExceeded: boolean;
  /** Remaining calls, as far as this server knows. */
  readonly left: number;
  /** Seconds until the subject may make calls again, at least 1. */
  readonly resetSeconds: number;
}

/** A rate limit for each subject. */
export interface RateLimit {
  /**
   * Counts a call, unless the call exceeds the limit.
   *
   * @param subject The rate-limit subject, never a value that an unauthenticated client chose.
   */
  count(subject: string): Standing | Promise<Standing>;
}
