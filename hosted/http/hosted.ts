/** The shared parts of a hosted app. */

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
  /** The secret that all servers on the database share. */
  readonly secret: string;
  readonly limits: Limits;
  /** The limit of requests per minute. */
  readonly rates: RateLimit;
  /** Returns the public origin, such as `https://layerwright.example.com`. */
  origin(): string;
  /** Returns the time, in milliseconds since 1970. */
  time(): number;
  /** The identity providers. */
  readonly upstreams: readonly LateUpstream[];
  /** Returns the authorization server, which is loaded at its first use. */
  provider(): Promise<Provider>;
}

/** Returns the time and origin of a request. */
export function visitOf(c: Context<HttpEnv>, { time }: Hosted): Visit {
  return { now: time(), client: c.var.client, gone: c.req.raw.signal };
}

/** Returns an actor to whom the server's quotas apply. */
export function actorOf(
  { limits, time }: Hosted,
  { id, client, author }: Actor,
): HostedActor {
  const { projects, bytes, files } = limits;
  return { id, client, author, quotas: { projects, bytes, files }, now: time };
}

/** Returns the resource of access tokens: the URL of the MCP endpoint. */
export function resourceOf({ origin }: Pick<Hosted, "origin">): string {
  return `${origin()}/mcp`;
}
