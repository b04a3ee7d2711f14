/** The HTTP app of a local tool server. */

import { isNonce, NONCE, PROOF_PATH } from "../core/key_proof.ts";
import { type App, type BaseOptions, createBaseApp, finishedApp } from "./base_app.ts";
import type { Hono } from "hono";
import { type HttpEnv, refuse } from "./exchange.ts";
import type { Gate } from "./gate.ts";
import { checkBearer } from "./guards.ts";
import type { KeyProver } from "./key_prover.ts";
import type { McpService } from "./mcp_endpoint.ts";
import { addMcpRoutes } from "./mcp_routes.ts";

/** The options of a local server's app. */
export interface AppOptions extends McpService, BaseOptions {
  readonly gate: Gate;
  /** Proves that the server has its key (`core/key_proof.ts`). If omitted, the app serves no proofs. */
  readonly proveKey?: KeyProver["prove"];
}

/**
 * Creates the app.
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
 *     throw new Error("Unauthenticated requests create no server");
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
  if (options.proveKey !== undefined) addProofRoute(app, options.proveKey);
  app.use("*", checkBearer(options.gate));
  app.get("/metrics", watch.metrics.answer);
  addMcpRoutes(app, options);
  return finishedApp(app, watch);
}

/** Adds the route that the setup wizard calls to verify the server before sending it the key. */
function addProofRoute(app: Hono<HttpEnv>, proveKey: KeyProver["prove"]): void {
  app.get(PROOF_PATH, (c) => {
    const nonce = c.req.query(NONCE) ?? "";
    if (!isNonce(nonce)) return refuse(c, 400, `Invalid ${NONCE} (must be 64 hexadecimal digits)`);
    const proof = proveKey(nonce);
    return proof === null ? refuse(c, 404, "This server gives no proof of its key") : c.text(proof);
  });
}
