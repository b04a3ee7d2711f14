/** What the apps of all servers have in common: health, the watch, the guards, and errors. */

import { Hono } from "hono";
import { type HttpEnv, refuse } from "./exchange.ts";
import { checkHost, limitLoad } from "./guards.ts";
import { createWatch, type Watch, type WatchOptions } from "./watch.ts";

export interface BaseOptions extends WatchOptions {
  /** Names by which the server may be called. */
  readonly allowedHosts: readonly string[];
}

/** An app, and how busy it is. */
export interface App {
  /** @param peer The address at the other end of the connection. */
  readonly fetch: (request: Request, peer: string) => Response | Promise<Response>;
  /** Requests that are being answered. */
  inFlight(): number;
}

/** Makes an app that has no routes of its own yet. */
export function createBaseApp(
  options: BaseOptions,
): { readonly app: Hono<HttpEnv>; readonly watch: Watch } {
  const watch = createWatch(options);
  const app = new Hono<HttpEnv>();
  app.get("/health", (c) => c.json({ status: "ok" }));
  app.use("*", watch.middleware, limitLoad(watch.inFlight), checkHost(options.allowedHosts));
  app.notFound((c) => refuse(c, 404, "Not found"));
  app.onError((problem, c) => {
    // So Deno calls a body whose client went away.
    if (problem.name === "BadResource") return refuse(c, 400, "The body ended too soon");
    options.log("error", { id: c.var.id, bug: problem.stack ?? problem.message });
    return refuse(c, 500, `Internal error; see the server's log for ${c.var.id}`);
  });
  return { app, watch };
}

/** An app whose routes are all there. */
export function finishedApp(app: Hono<HttpEnv>, { inFlight }: Watch): App {
  return { fetch: (request, peer) => app.fetch(request, { peer }), inFlight };
}
