/** The HTTP face of a local tool server: guards, then the protocol. */

import { type App, type BaseOptions, createBaseApp, finishedApp } from "./base_app.ts";
import type { Gate } from "./gate.ts";
import { checkBearer } from "./guards.ts";
import type { McpService } from "./mcp_endpoint.ts";
import { addMcpRoutes } from "./mcp_routes.ts";

/** What an app is made of. */
export interface AppOptions extends McpService, BaseOptions {
  readonly gate: Gate;
}

/**
 * Makes an app.
 *
 * @example
 * ```ts
 * import { createApp } from "./app.ts";
 * import { keyGate } from "./gate.ts";
 * import { equal } from "node:assert/strict";
 *
 * const app = createApp({
 *   gate: keyGate("correct-horse-battery"),
 *   makeServer: () => {
 *     throw new Error("Nobody comes in");
 *   },
 *   allowedHosts: ["localhost"],
 *   clientAddress: null,
 *   log: () => {},
 *   now: () => 0,
 * });
 * const headers = { host: "localhost" };
 * const health = await app.fetch(new Request("http://localhost/health"), "127.0.0.1");
 * equal(await health.text(), '{"status":"ok"}');
 * const mcp = new Request("http://localhost/mcp", { method: "POST", headers });
 * equal((await app.fetch(mcp, "127.0.0.1")).status, 401);
 * ```
 */
export function createApp(options: AppOptions): App {
  const { app, watch } = createBaseApp(options);
  app.use("*", checkBearer(options.gate));
  app.get("/metrics", watch.metrics.answer);
  addMcpRoutes(app, options);
  return finishedApp(app, watch);
}
