/** The common part of all servers' apps: health checks, logging, guards, and error responses. */

import { type Context, Hono } from "hono";
import { Outage, OUTAGE_MESSAGE } from "../core/outage.ts";
import { type HttpEnv, refuse, type WhenSent } from "./exchange.ts";
import { checkHost, limitLoad } from "./guards.ts";
import { TooManyRequests } from "./rate_limit.ts";
import { createWatch, type Watch, type WatchOptions } from "./watch.ts";

/** The options of every app. */
export interface BaseOptions extends WatchOptions {
  /** Host names under which clients may reach the server. */
  readonly allowedHosts: readonly string[];
}

/** An HTTP app. */
export interface App {
  /**
   * Handles a request.
   *
   * @param peer The address at the other end of the connection.
   * @param whenSent Calls back when the client has received the response, or has disconnected. The default
   *   calls back immediately.
   */
  readonly fetch: (
    request: Request,
    peer: string,
    whenSent?: WhenSent,
  ) => Response | Promise<Response>;
  /** Returns the number of requests in flight. A request is in flight until its response is sent. */
  inFlight(): number;
}

/** Creates the response to a request that fails, or that no route handles. */
export type Refuse = (
  c: Context<HttpEnv>,
  status: 404 | 429 | 500 | 503,
  message: string,
  headers?: Record<string, string>,
) => Response | Promise<Response>;

/** The parts in which a hosted app differs from a local one. */
export interface BaseParts {
  readonly refuse: Refuse;
  /** Reports whether the server can handle requests. */
  isReady(): Promise<boolean>;
  /** Reports whether pages of any origin may request a path. */
  isPublic(path: string): boolean;
}

/** Seconds after which clients may retry during a database outage. */
const OUTAGE_SECONDS = "5";

/**
 * Creates an app with only the routes for health checks.
 *
 * @param parts `null` for a local server, which has no pages, and is ready whenever it responds.
 */
export function createBaseApp(
  options: BaseOptions,
  parts: BaseParts | null = null,
): { readonly app: Hono<HttpEnv>; readonly watch: Watch } {
  const watch = createWatch(options);
  const app = new Hono<HttpEnv>();
  app.get("/health", (c) => c.json({ status: "ok" }));
  if (parts !== null) {
    app.get("/ready", async (c) => {
      if (await parts.isReady()) return c.json({ status: "ready" });
      return c.json({ status: "unavailable" }, 503, { "Retry-After": OUTAGE_SECONDS });
    });
  }
  app.use(
    "*",
    watch.middleware,
    limitLoad(watch.inFlight),
    checkHost(options.allowedHosts, parts?.isPublic),
  );
  const say = parts?.refuse ?? refuse;
  app.notFound((c) => say(c, 404, "Not found"));
  app.onError(async (problem, c) => {
    if (problem instanceof TooManyRequests) return say(c, 429, problem.message, problem.headers);
    if (problem instanceof Outage) {
      const answer = await say(c, 503, OUTAGE_MESSAGE, { "Retry-After": OUTAGE_SECONDS });
      c.set("reason", problem.message);
      return answer;
    }
    options.log("error", { id: c.var.id, bug: problem.stack ?? problem.message });
    return say(c, 500, `Internal error; see the server's log for ${c.var.id}`);
  });
  return { app, watch };
}

/** Completes an app to which all routes were added. */
export function finishedApp(app: Hono<HttpEnv>, { inFlight }: Watch): App {
  const atOnce: WhenSent = (done) => done();
  return {
    fetch: (request, peer, whenSent = atOnce) => app.fetch(request, { peer, whenSent }),
    inFlight,
  };
}
