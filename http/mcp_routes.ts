/** The route of the protocol's endpoint, `/mcp`. */

import { isJsonContentType } from "@modelcontextprotocol/server";
import type { Context, Hono } from "hono";
import { ALL_TOOLS } from "../mcp/tools.ts";
import type { Standing } from "./standing.ts";
import type { Scope } from "../core/scopes.ts";
import { type HttpEnv, refuse } from "./exchange.ts";
import type { Principal } from "./gate.ts";
import { challenge, limitBody } from "./guards.ts";
import { INVALID_REQUEST, type JsonBody, readJsonBody } from "./json_body.ts";
import type { Log } from "./log.ts";
import { hasManyValues, MAX_VALUES } from "./many_values.ts";
import { createMcpEndpoint, type McpService } from "./mcp_endpoint.ts";
import { excess, noteStanding, retryHeaders } from "./rate_limit.ts";
import { type Telemetry, tracedCall } from "./telemetry.ts";

/** Maximum length of a call, in bytes. */
export const BODY_LIMIT = 4 * 1024 * 1024;

/** Timeout for receiving a call, in milliseconds. Agents send whole files over slow connections. */
const BODY_TIMEOUT_MS = 60_000;

/** Counts a tool call, unless it exceeds the limit. */
export type Spend = (principal: Principal) => Promise<Standing>;

/** A parsed message. */
export interface ReadMessage {
  readonly body: JsonBody | { readonly kind: "busy" };
  /** The text of the message if `body` lacks the tool's arguments; otherwise `null`. */
  readonly longMessage: string | null;
}

/** Parses the text of a principal's request. */
export type MessageReader = (text: string, principal: Principal) => Promise<ReadMessage>;

const readHere: MessageReader = (text) =>
  Promise.resolve({ body: readJsonBody(text), longMessage: null });

/** The options of the endpoint. */
export interface McpRoutesOptions extends McpService {
  /** Omitted if calls are not limited. */
  readonly spend?: Spend;
  readonly log: Log;
  readonly telemetry?: Telemetry | null;
  /** Parses messages. The default parses on the server's thread. */
  readonly readMessage?: MessageReader;
}

/** Adds the endpoint to an app whose middleware authenticates requests. */
export function addMcpRoutes(app: Hono<HttpEnv>, options: McpRoutesOptions): void {
  const { spend, log, telemetry, readMessage = readHere } = options;
  const endpoint = createMcpEndpoint(
    options,
    // Logs only the part before the colon, because the rest may quote the message.
    ({ message }) => log("warn", { protocol: (message.split(":", 1)[0] ?? "").slice(0, 200) }),
  );
  app.post("/mcp", limitBody(BODY_LIMIT, BODY_TIMEOUT_MS), async (c) => {
    if (!isJsonContentType(c.req.header("content-type"))) {
      return refuse(c, 415, "Send application/json");
    }
    const { principal } = c.var;
    const { body, longMessage } = await readMessage(await c.req.text(), principal);
    if (body.kind === "refused") return refuse(c, 400, body.reason, {}, body.code);
    if (body.kind === "busy") {
      return refuse(c, 503, "Too many long messages at once", { "Retry-After": "1" });
    }
    if (hasManyValues(body.message)) {
      const reason = `More than ${MAX_VALUES} values outside of a tool's arguments`;
      return refuse(c, 400, reason, {}, INVALID_REQUEST);
    }
    const tool = note(c, body.message);
    const needed = scopeFor(tool);
    if (!principal.scopes.has(needed)) return lacks(c, needed);
    const standing = tool === null ? undefined : await spend?.(principal);
    if (standing !== undefined) {
      noteStanding(c, standing);
      if (standing.isExceeded) return refuse(c, 429, excess(standing), retryHeaders(standing));
    }
    const call = () => endpoint(c.req.raw, body.message, { principal, longMessage });
    // Only calls of known tools get a span, because callers can invent names.
    const isTraced = telemetry && tool !== null && ALL_TOOLS.byName.has(tool);
    return await (isTraced ? tracedCall(telemetry, tool, call) : call());
  });
  // The server has no sessions, but some clients expect that they can end one.
  app.delete("/mcp", (c) => c.body(null, 204));
  app.all("/mcp", (c) => refuse(c, 405, "Use POST", { Allow: "POST, DELETE" }));
}

/** Refuses a request whose key lacks a scope. */
export function lacks(c: Context<HttpEnv>, scope: string): Response {
  return refuse(
    c,
    403,
    `The key lacks the scope ${scope}`,
    challenge(c, "insufficient_scope", scope),
  );
}

function scopeFor(tool: string | null): Scope {
  return tool !== null && ALL_TOOLS.byName.get(tool)?.writes ? "tools:write" : "tools:read";
}

/**
 * Notes a message's method and tool for the log.
 *
 * @returns The called tool, or `null`.
 */
function note(c: Context<HttpEnv>, message: unknown): string | null {
  const { method, params } = Object(message);
  if (typeof method === "string") c.set("rpc", method.slice(0, 64));
  const { name } = Object(params);
  if (method !== "tools/call" || typeof name !== "string") return null;
  c.set("tool", name.slice(0, 64));
  return name;
}
