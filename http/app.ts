/** The HTTP face of a tool server: guards, then the protocol. */

import {
  hostHeaderValidationResponse,
  isJsonContentType,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ClientAddress } from "./client_address.ts";
import { followed } from "./followed_body.ts";
import type { Gate, Principal } from "./gate.ts";
import { readJsonBody } from "./json_body.ts";
import type { Log } from "./log.ts";
import { createMcpEndpoint, type McpService } from "./mcp_endpoint.ts";
import { createMetrics } from "./metrics.ts";

/** What an app is made of. */
export interface AppOptions extends McpService {
  readonly gate: Gate;
  /** Names by which the server may be called. */
  readonly allowedHosts: readonly string[];
  readonly clientAddress: ClientAddress | null;
  readonly log: Log;
  /** Milliseconds since a fixed time. */
  now(): number;
}

/** The app, and how busy it is. */
export interface App {
  /** @param peer The address at the other end of the connection. */
  readonly fetch: (request: Request, peer: string) => Response | Promise<Response>;
  /** Calls that are being answered. */
  inFlight(): number;
}

interface Env {
  Bindings: { readonly peer: string };
  Variables: { id: string; principal: Principal; rpc?: string; tool?: string; reason?: string };
}

/** The longest body, in bytes. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** More calls at once than a machine can have use for. */
const MOST_IN_FLIGHT = 1024;

const CHALLENGE = 'Bearer realm="layerwright"';

/** JSON-RPC's code for errors of the server's own. */
const SERVER_ERROR = -32000;

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
  const { gate, log } = options;
  let busy = 0;
  const inFlight = () => busy;
  const metrics = createMetrics(inFlight);
  const endpoint = createMcpEndpoint(
    options,
    // What follows the colon may quote the message.
    ({ message }) => log("warn", { protocol: (message.split(":", 1)[0] ?? "").slice(0, 200) }),
  );

  const watch: MiddlewareHandler<Env> = async (c, next) => {
    const start = options.now();
    c.set("id", `req_${crypto.randomUUID().slice(0, 8)}`);
    busy++;
    const answered = () => {
      busy--;
      const ms = options.now() - start;
      const { rpc, tool } = c.var;
      metrics.answered({ rpc, tool, status: c.res.status, ms });
      log(c.res.status < 400 ? "info" : "warn", factsOf(c, options, ms));
    };
    await next();
    c.res.headers.set("X-Request-Id", c.var.id);
    // A call that streams is answered when its stream ends. Looking at the body of another would make a
    // stream of that, too.
    const isStream = c.res.headers.get("content-type")?.startsWith("text/event-stream");
    if (!isStream || c.res.body === null) return answered();
    c.res = new Response(followed(c.res.body, answered), c.res);
  };

  const enter: MiddlewareHandler<Env> = async (c, next) => {
    if (busy > MOST_IN_FLIGHT) {
      return refuse(c, 503, "Too many calls at once", { "Retry-After": "1" });
    }
    const hosts = [...options.allowedHosts];
    const stranger = hostHeaderValidationResponse(c.req.raw, hosts) ??
      originValidationResponse(c.req.raw, hosts);
    if (stranger !== undefined) {
      c.set("reason", "host or origin not allowed");
      return stranger;
    }
    if (holdsKey(c.req.url)) {
      const challenge = { "WWW-Authenticate": `${CHALLENGE}, error="invalid_request"` };
      return refuse(c, 400, "Send the key as a bearer token, never in the address", challenge);
    }
    const principal = gate(c.req.header("authorization"));
    if (principal === null) {
      const isGiven = c.req.header("authorization") !== undefined;
      const challenge = isGiven ? `${CHALLENGE}, error="invalid_token"` : CHALLENGE;
      const reason = isGiven ? "Wrong API key" : "Missing API key";
      return refuse(c, 401, reason, { "WWW-Authenticate": challenge });
    }
    c.set("principal", principal);
    return await next();
  };

  const limit = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (c) => refuse(c as Context<Env>, 413, `Body longer than ${BODY_LIMIT} bytes`),
  });

  const app = new Hono<Env>();
  app.get("/health", (c) => c.json({ status: "ok" }));
  app.use("*", watch);
  app.use("*", enter);
  app.get("/metrics", async (c) => {
    const { body, type } = await metrics.text();
    return c.body(body, 200, { "Content-Type": type });
  });
  app.post("/mcp", limit, async (c) => {
    if (!isJsonContentType(c.req.header("content-type"))) {
      return refuse(c, 415, "Send application/json");
    }
    const body = readJsonBody(await c.req.text());
    if (body.kind === "refused") return refuse(c, 400, body.reason, {}, body.code);
    note(c, body.message);
    return await endpoint(c.req.raw, body.message, c.var.principal);
  });
  // There are no sessions to end; some clients want to hear that it worked.
  app.delete("/mcp", (c) => c.body(null, 204));
  app.all("/mcp", (c) => refuse(c, 405, "Use POST", { Allow: "POST, DELETE" }));
  app.notFound((c) => refuse(c, 404, "Not found"));
  app.onError((problem, c) => {
    // So Deno calls a body whose client went away.
    if (problem.name === "BadResource") return refuse(c, 400, "The body ended too soon");
    log("error", { id: c.var.id, bug: problem.stack ?? problem.message });
    return refuse(c, 500, `Internal error; see the server's log for ${c.var.id}`);
  });
  return { fetch: (request, peer) => app.fetch(request, { peer }), inFlight };
}

/** Refuses a request, in a shape that both people and the protocol's clients can read. */
function refuse(
  c: Context<Env>,
  status: 400 | 401 | 404 | 405 | 413 | 415 | 500 | 503,
  message: string,
  headers: Record<string, string> = {},
  code = SERVER_ERROR,
): Response {
  c.set("reason", message);
  return c.json({ jsonrpc: "2.0", error: { code, message }, id: null }, status, headers);
}

/** Whether an address carries what looks like a key: addresses end up in logs and histories. */
function holdsKey(url: string): boolean {
  if (!url.includes("?")) return false;
  const names = [...new URL(url).searchParams.keys()];
  return names.some((name) =>
    /(?:^|[-_])(?:api)?(?:auth|authorization|bearer|key|secret|token)$/i.test(name)
  );
}

/** Notes what a message asks for, for the log. */
function note(c: Context<Env>, message: unknown): void {
  const { method, params } = Object(message);
  if (typeof method === "string") c.set("rpc", method.slice(0, 64));
  const { name } = Object(params);
  if (method === "tools/call" && typeof name === "string") c.set("tool", name.slice(0, 64));
}

function factsOf(c: Context<Env>, { clientAddress }: AppOptions, ms: number) {
  const { id, rpc, tool, reason } = c.var;
  const { status } = c.res;
  const client = clientAddress?.(c.env.peer, c.req.header("x-forwarded-for"));
  return {
    id,
    ...(rpc === undefined ? { request: `${c.req.method} ${c.req.path.slice(0, 64)}` } : { rpc }),
    ...(tool !== undefined && { tool }),
    status,
    ms: Math.round(ms),
    ...(reason !== undefined && { reason }),
    ...(client !== undefined && { client }),
  };
}
