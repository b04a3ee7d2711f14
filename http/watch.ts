/** The watch over all requests: counts, times and logs them. */

import type { Context, MiddlewareHandler } from "hono";
import type { ClientAddress } from "./client_address.ts";
import type { HttpEnv } from "./exchange.ts";
import { followed } from "./followed_body.ts";
import type { Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { type Telemetry, tellAnswer, tellRoute } from "./telemetry.ts";

/** What a watch needs. */
export interface WatchOptions {
  readonly clientAddress: ClientAddress | null;
  readonly log: Log;
  /** `null`, or left out, where nobody collects traces. */
  readonly telemetry?: Telemetry | null;
  /** Milliseconds since a fixed time. */
  now(): number;
}

export interface Watch {
  readonly middleware: MiddlewareHandler<HttpEnv>;
  readonly metrics: Metrics;
  /** Requests that are being answered, until their answers are sent. */
  inFlight(): number;
}

/** Makes a watch. */
export function createWatch(options: WatchOptions): Watch {
  let busy = 0;
  const inFlight = () => busy;
  const metrics = createMetrics(inFlight);
  const middleware: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const start = options.now();
    c.set("id", `req_${crypto.randomUUID().slice(0, 8)}`);
    const { peer } = c.env;
    c.set("client", options.clientAddress?.(peer, c.req.header("x-forwarded-for")) ?? peer);
    c.set("whenSent", []);
    busy++;
    const answered = () => {
      // Until then, the answer takes up memory.
      c.env.whenSent(() => {
        busy--;
        for (const leave of c.var.whenSent) leave();
      });
      const ms = options.now() - start;
      const { rpc, tool } = c.var;
      if (options.telemetry) tellAnswer(options.telemetry, c, ms);
      metrics.answered({ rpc, tool, status: c.res.status, ms });
      options.log(c.res.status < 400 ? "info" : "warn", factsOf(c, options, ms));
    };
    await next();
    c.res.headers.set("X-Request-Id", c.var.id);
    if (options.telemetry) tellRoute(options.telemetry, c);
    // A call that streams is answered when its stream ends. Looking at the body of another would make a
    // stream of that, too.
    const isStream = c.res.headers.get("content-type")?.startsWith("text/event-stream");
    if (!isStream || c.res.body === null) return answered();
    c.res = new Response(followed(c.res.body, answered), c.res);
  };
  return { middleware, metrics, inFlight };
}

function factsOf(c: Context<HttpEnv>, { clientAddress }: WatchOptions, ms: number) {
  const { id, rpc, tool, reason, client } = c.var;
  const { status } = c.res;
  const path = withoutKeys(c.req.path).slice(0, 64);
  return {
    id,
    ...(rpc === undefined ? { request: `${c.req.method} ${path}` } : { rpc }),
    ...(tool !== undefined && { tool }),
    status,
    ms: Math.round(ms),
    ...(reason !== undefined && { reason }),
    ...(clientAddress !== null && { client }),
  };
}

/** An address without the keys that somebody took for names. */
function withoutKeys(address: string): string {
  return address.replaceAll(/lw_[\w-]{20,}/g, "lw_...");
}
