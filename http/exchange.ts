/** The context that all handlers of a request share. */

import type { Context } from "hono";
import type { Standing } from "./standing.ts";
import type { Principal } from "./gate.ts";

/** Calls back when the client has received the response, or has disconnected. */
export type WhenSent = (done: () => void) => void;

/** The types of Hono's context. */
export interface HttpEnv {
  Bindings: { readonly peer: string; readonly whenSent: WhenSent };
  Variables: {
    /** The request's identifier in the log. */
    id: string;
    /** The client's address. */
    client: string;
    principal: Principal;
    /** Callbacks for when the client has received the response, or has disconnected. */
    whenSent: (() => void)[];
    /** Address of the protected resource metadata (RFC 9728). */
    metadata?: string | undefined;
    /** The state of the rate limits that apply to the request. */
    standings?: readonly Standing[];
    /** The protocol method, for the log. */
    rpc?: string;
    /** The called tool, for the log. */
    tool?: string;
    /** The reason for a refusal, for the log. */
    reason?: string;
  };
}

/** JSON-RPC code for errors that the server defines. */
const SERVER_ERROR = -32000;

/**
 * Refuses a request with a JSON-RPC error, and notes the reason for the log.
 *
 * @param code The JSON-RPC error code.
 */
export function refuse(
  c: Context<HttpEnv>,
  status: 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 500 | 503,
  message: string,
  headers: Record<string, string> = {},
  code = SERVER_ERROR,
): Response {
  c.set("reason", message);
  return c.json({ jsonrpc: "2.0", error: { code, message }, id: null }, status, headers);
}
