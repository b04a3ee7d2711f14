/** What a server tells whoever collects its traces, where somebody does. */

import type { Context } from "hono";
import { routePath } from "hono/route";
import type { Trace } from "../storage/traced_database.ts";
import type { HttpEnv } from "./exchange.ts";

export interface Telemetry {
  /** Does work within a span of its own. */
  readonly trace: Trace;
  /** Names the span of the request that is being answered after its route. */
  nameRoute(method: string, route: string): void;
}

/** Tells which route answered a request. */
export function tellRoute(telemetry: Telemetry, c: Context<HttpEnv>): void {
  const route = routePath(c, -1);
  // Of what no route answers, there is nothing to say.
  if (!/^\/?\*$/.test(route)) telemetry.nameRoute(c.req.method, route);
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
