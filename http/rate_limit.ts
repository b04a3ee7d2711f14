/** Limits of how often somebody may ask, as those who ask hear of them. */

import type { Context, MiddlewareHandler } from "hono";
import type { Policy, RateLimit, Standing } from "./standing.ts";
import { counted, grouped } from "../core/report.ts";
import type { HttpEnv } from "./exchange.ts";

/** A server that limits requests. */
interface RateLimited {
  readonly rates: RateLimit;
}

/** Somebody asked too often. */
export class TooManyRequests extends Error {
  override readonly name = "TooManyRequests";
  readonly headers: RetryHeaders;

  constructor(standing: Standing) {
    super(excess(standing));
    this.headers = retryHeaders(standing);
  }
}

/** When to try again (RFC 9110, section 10.2.3). */
export type RetryHeaders = { readonly "Retry-After": string };

/** The header for whoever has to wait. */
export function retryHeaders({ resetSeconds }: Standing): RetryHeaders {
  return { "Retry-After": String(resetSeconds) };
}

/**
 * What is too many, in words.
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
 * Counts a request, once, and lets `tellStandings` tell how its limit stands.
 *
 * @param subject Whose it is.
 * @throws {TooManyRequests} If it is one too many.
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

/** Lets `tellStandings` tell how one more limit stands. */
export function noteStanding(c: Context<HttpEnv>, standing: Standing): void {
  c.set("standings", [...c.var.standings ?? [], standing]);
}

/** Counts what somebody asks whom the gate let in. */
export function limitRate(hosted: RateLimited): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { subject } = c.var.principal;
    if (subject !== null) await countRequest(c, hosted, subject);
    return await next();
  };
}

/**
 * Tells in each answer how the limits stand that its request counted in: `RateLimit-Policy` and
 * `RateLimit`, lists of structured fields (draft-ietf-httpapi-ratelimit-headers),
 * such as `"minute";q=600;w=60` and `"minute";r=573;t=41`.
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
