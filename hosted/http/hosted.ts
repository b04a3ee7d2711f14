/** What the parts of a hosted app share. */

import type { Context } from "hono";
// @ts-types="@types/oidc-provider"
import type { Provider } from "oidc-provider";
import type { Limits } from "../accounts/limits.ts";
import type { Passwords } from "../accounts/password.ts";
import type { RateLimit } from "../../http/standing.ts";
import type { Visit } from "../accounts/visit.ts";
import type { Database } from "../storage/database.ts";
import type { HostedActor } from "../projects/commit.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Actor } from "../../http/gate.ts";
import type { LateUpstream } from "./upstreams.ts";

export interface Hosted {
  readonly database: Database;
  readonly passwords: Passwords;
  /** What all servers of the database sign with. */
  readonly secret: string;
  readonly limits: Limits;
  /** How often anybody may ask. */
  readonly rates: RateLimit;
  /** The origin that people see, such as `https://layerwright.example.com`. */
  origin(): string;
  /** Milliseconds since 1970. */
  time(): number;
  /** With whom people may log in. */
  readonly upstreams: readonly LateUpstream[];
  /** The authorization server, loaded when it is needed first. */
  provider(): Promise<Provider>;
}

/** When a request comes, and from where. */
export function visitOf(c: Context<HttpEnv>, { time }: Hosted): Visit {
  return { now: time(), client: c.var.client, gone: c.req.raw.signal };
}

/** Whose projects a call works on, and within which limits. */
export function actorOf(
  { limits, time }: Hosted,
  { id, client }: Actor,
): HostedActor {
  const { projects, bytes, files } = limits;
  return { id, client, quotas: { projects, bytes, files }, now: time };
}

/** What access tokens are good for: the address of the protocol's endpoint. */
export function resourceOf({ origin }: Pick<Hosted, "origin">): string {
  return `${origin()}/mcp`;
}
