/** What the apps of all servers have in common: health, the watch, the guards, and errors. */

import { type Context, Hono } from "hono";
import { Outage, OUTAGE_MESSAGE } from "../core/outage.ts";
import { type HttpEnv, refuse, type WhenSent } from "./exchange.ts";
import { checkHost, limitLoad } from "./guards.ts";
import { TooManyRequests } from "./rate_limit.ts";
import { createWatch, type Watch, type WatchOptions } from "./watch.ts";

export interface BaseOptions extends WatchOptions {
  /** Names by which the server may be called. */
  readonly allowedHosts: readonly string[];
}

/** An app, and how busy it is. */
export interface App {
  /**
   * @param peer The address at the other end of the connection.
   * @param whenSent Calls back once the client has received the answer, or has gone. If left out, that
   *   is when the answer is made.
   */
  readonly fetch: (
    request: Request,
    peer: string,
    whenSent?: WhenSent,
  ) => Response | Promise<Response>;
  /** Requests that are being answered, until their answers are sent. */
  inFlight(): number;
}

/** Refuses a request that no route could answer. */
export type Refuse = (
  c: Context<HttpEnv>,
  status: 404 | 429 | 500 | 503,
  message: string,
  headers?: Record<string, string>,
) => Response | Promise<Response>;

/** Where an app differs from that of a local server. */
export interface BaseParts {
  readonly refuse: Refuse;
  /** Whether the server can work. */
  isReady(): Promise<boolean>;
}

/** After how many seconds to try again when the database does not answer. */
const OUTAGE_SECONDS = "5";

/**
 * Makes an app that has no routes of its own yet.
 *
 * @param parts `null` for a local server, which answers programs, and can work whenever it answers.
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
  app.use("*", watch.middleware, limitLoad(watch.inFlight), checkHost(options.allowedHosts));
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

/** An app whose routes are all there. */
export function finishedApp(app: Hono<HttpEnv>, { inFlight }: Watch): App {
  const atOnce: WhenSent = (done) => done();
  return {
    fetch: (request, peer, whenSent = atOnce) => app.fetch(request, { peer, whenSent }),
    inFlight,
  };
}
