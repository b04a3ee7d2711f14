/** The interface to OpenTelemetry's traces and metrics. */

import type { Context } from "hono";
import { routePath } from "hono/route";
import type { Trace } from "../core/trace.ts";
import type { HttpEnv } from "./exchange.ts";

/** The telemetry of a server. */
export interface Telemetry {
  /** Runs work in a new span. */
  readonly trace: Trace;
  /** Runs work in the span of a request, which is found by the request's response. */
  inRequest<T>(response: object, work: () => T): T;
  /** Records an answered request with its duration in milliseconds. */
  answered(method: string, route: string, status: number, ms: number): void;
  /** Names the current request's span after its route. */
  nameRoute(method: string, route: string): void;
}

/** Names the span of a request after its route. */
export function nameSpan(telemetry: Telemetry, c: Context<HttpEnv>): void {
  const route = routeOf(c);
  if (route !== null) telemetry.nameRoute(c.req.method, route);
}

/**
 * Records an answered request by its route.
 *
 * @param ms Duration in milliseconds.
 */
export function recordAnswer(telemetry: Telemetry, c: Context<HttpEnv>, ms: number): void {
  const route = routeOf(c);
  if (route !== null) telemetry.answered(c.req.method, route, c.res.status, ms);
}

/** Returns the route that handled a request, or `null`. */
function routeOf(c: Context<HttpEnv>): string | null {
  const route = routePath(c, -1);
  return /^\/?\*$/.test(route) ? null : route;
}

/** Calls a tool in a span. */
export function tracedCall<T>(
  { trace }: Telemetry,
  tool: string,
  call: () => Promise<T>,
): Promise<T> {
  // The attributes follow OpenTelemetry's semantic conventions for the Model Context Protocol.
  const attributes = { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool };
  return trace(`tools/call ${tool}`, attributes, call);
}
