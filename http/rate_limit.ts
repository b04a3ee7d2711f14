/** Counts requests against rate limits, and sets the headers about the limits. */

import type { Context, MiddlewareHandler } from "hono";
import type { Policy, RateLimit, Standing } from "./standing.ts";
import { counted, grouped } from "../core/report.ts";
import type { HttpEnv } from "./exchange.ts";

/** A server with a rate limit. */
interface RateLimited {
  readonly rates: RateLimit;
}

/** Thrown when a request exceeds a rate limit. */
export class TooManyRequests extends Error {
  override readonly name = "TooManyRequests";
  readonly headers: RetryHeaders;

  constructor(standing: Standing) {
    super(excess(standing));
    this.headers = retryHeaders(standing);
  }
}

/** The header that tells the client when to retry (RFC 9110, section 10.2.3). */
export type RetryHeaders = { readonly "Retry-After": string };

/** Returns the `Retry-After` header for an exceeded limit. */
export function retryHeaders({ resetSeconds }: Standing): RetryHeaders {
  return { "Retry-After": String(resetSeconds) };
}

/**
 * Formats the message for an exceeded limit.
 *
 * @example
 * ```ts
 * import { excess } from "./rate_limit.ts";
 * import { equal } from "node:assert/strict";
 *
 * const policy = { name: "minute", calls: 1000, windowMs: 60_000, bounds: "requests in a minute" } as const;
 * const standing = { policy, isExceeded: true, left: 0, resetSeconds: 41 };
 * equal(excess(standing), "More than 1,000 requests in a minute; try again in 41 seconds");
 * ```
 */
export function excess({ policy, resetSeconds }: Standing): string {
  const wait = duration(resetSeconds);
  return `More than ${grouped(policy.calls)} ${policy.bounds}; try again in ${wait}`;
}

function duration(seconds: number): string {
  if (seconds < 120) return counted(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, "minute") : counted(Math.ceil(minutes / 60), "hour");
}

/**
 * Counts a request, unless it was counted already.
 *
 * @param subject The rate-limit subject.
 * @throws {TooManyRequests} If the request exceeds the limit.
 */
export async function countRequest(
  c: Context<HttpEnv>,
  { rates }: RateLimited,
  subject: string,
): Promise<void> {
  if (c.var.standings !== undefined) return;
  const standing = await rates.count(subject);
  noteStanding(c, standing);
  if (standing.isExceeded) throw new TooManyRequests(standing);
}

/** Adds the state of a limit to the headers that `tellStandings` sets. */
export function noteStanding(c: Context<HttpEnv>, standing: Standing): void {
  c.set("standings", [...c.var.standings ?? [], standing]);
}

/** Applies the rate limit to authenticated requests. */
export function limitRate(hosted: RateLimited): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { subject } = c.var.principal;
    if (subject !== null) await countRequest(c, hosted, subject);
    return await next();
  };
}

/**
 * Sets the headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers), such as
 * `"minute";q=600;w=60` and `"minute";r=573;t=41`, for all limits in which the request was counted.
 */
export const tellStandings: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { standings } = c.var;
  if (standings === undefined) return;
  const { headers } = c.res;
  headers.set("RateLimit-Policy", standings.map(({ policy }) => quota(policy)).join(", "));
  headers.set("RateLimit", standings.map(rest).join(", "));
};

function quota({ name, calls, windowMs }: Policy): string {
  return `"${name}";q=${calls};w=${windowMs / 1000}`;
}

function rest({ policy, left, resetSeconds }: Standing): string {
  return `"${policy.name}";r=${left};t=${resetSeconds}`;
}
