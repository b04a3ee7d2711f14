/** What a server tells whoever collects its traces, where somebody does. */

import type { Context } from "hono";
import { routePath } from "hono/route";
import type { Trace } from "../core/trace.ts";
import type { HttpEnv } from "./exchange.ts";

export interface Telemetry {
  /** Does work within a span of its own. */
  readonly trace: Trace;
  /** Does work within the span of the request that a response answers. */
  inRequest<T>(response: object, work: () => T): T;
  /** Counts an answer, and its time in milliseconds. */
  answered(method: string, route: string, status: number, ms: number): void;
  /** Names the span of the request that is being answered after its route. */
  nameRoute(method: string, route: string): void;
}

/** Names the span of a request after the route that answered. */
export function tellRoute(telemetry: Telemetry, c: Context<HttpEnv>): void {
  const route = routeOf(c);
  if (route !== null) telemetry.nameRoute(c.req.method, route);
}

/** Counts an answer by its route. */
export function tellAnswer(telemetry: Telemetry, c: Context<HttpEnv>, ms: number): void {
  const route = routeOf(c);
  if (route !== null) telemetry.answered(c.req.method, route, c.res.status, ms);
}

/** Returns the route that answered, or `null` if none did. */
function routeOf(c: Context<HttpEnv>): string | null {
  const route = routePath(c, -1);
  return /^\/?\*$/.test(route) ? null : route;
}

/** Calls a tool within a span. */
export function tracedCall<T>(
  { trace }: Telemetry,
  tool: string,
  call: () => Promise<T>,
): Promise<T> {
  // As in OpenTelemetry's semantic conventions for the Model Context Protocol.
  const attributes = { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool };
  return trace(`tools/call ${tool}`, attributes, call);
}
