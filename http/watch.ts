/** Middleware that counts, times and logs all requests. */

import type { Context, MiddlewareHandler } from "hono";
import { maskKeysIn } from "../core/key_mask.ts";
import type { ClientAddress } from "./client_address.ts";
import type { HttpEnv } from "./exchange.ts";
import { followed } from "./followed_body.ts";
import type { Log } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { nameSpan, recordAnswer, type Telemetry } from "./telemetry.ts";

/** The options of a watch. */
export interface WatchOptions {
  /** Reads the client's address; `null` if no proxy is trusted. */
  readonly clientAddress: ClientAddress | null;
  readonly log: Log;
  /** `null` or omitted if telemetry is off. */
  readonly telemetry?: Telemetry | null;
  /** Returns milliseconds since a fixed time. */
  now(): number;
}

/** The middleware and metrics that observe a server's requests. */
export interface Watch {
  readonly middleware: MiddlewareHandler<HttpEnv>;
  readonly metrics: Metrics;
  /** Returns the number of requests in flight. A request is in flight until its response is sent. */
  inFlight(): number;
}

/** Creates a watch. */
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
      // A request counts as in flight until its response is sent, because the response takes up memory until
      // then.
      c.env.whenSent(() => {
        busy--;
        for (const leave of c.var.whenSent) leave();
      });
      const ms = options.now() - start;
      const { rpc, tool } = c.var;
      if (options.telemetry) recordAnswer(options.telemetry, c, ms);
      metrics.answered({ rpc, tool, status: c.res.status, ms });
      options.log(c.res.status < 400 ? "info" : "warn", factsOf(c, options, ms));
    };
    await next();
    c.res.headers.set("X-Request-Id", c.var.id);
    if (options.telemetry) nameSpan(options.telemetry, c);
    // A streaming call is answered when its stream ends. Other bodies are left alone, because accessing
    // `body` would turn a response into a stream.
    const isStream = c.res.headers.get("content-type")?.startsWith("text/event-stream");
    if (!isStream || c.res.body === null) return answered();
    c.res = new Response(followed(c.res.body, answered), c.res);
  };
  return { middleware, metrics, inFlight };
}

function factsOf(c: Context<HttpEnv>, { clientAddress }: WatchOptions, ms: number) {
  const { id, rpc, tool, reason, client } = c.var;
  const { status } = c.res;
  const path = maskKeysIn(c.req.path).slice(0, 64);
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
