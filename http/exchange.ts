/** One request and its answer, as the parts of an app know them. */

import type { Context } from "hono";
import type { Standing } from "./standing.ts";
import type { Principal } from "./gate.ts";

/** Calls back once the client has received the answer, or has gone. */
export type WhenSent = (done: () => void) => void;

/** What an app's handlers share. */
export interface HttpEnv {
  Bindings: { readonly peer: string; readonly whenSent: WhenSent };
  Variables: {
    /** By which the log knows the request. */
    id: string;
    /** The address that it comes from, as far as that can be believed. */
    client: string;
    principal: Principal;
    /** Called once the client has received the answer, or has gone. */
    whenSent: (() => void)[];
    /** The address of what says who lets people in (RFC 9728). */
    metadata?: string | undefined;
    /** How the limits stand that the request counted in. */
    standings?: readonly Standing[];
    rpc?: string;
    tool?: string;
    /** Why it was refused, for the log. */
    reason?: string;
  };
}

/** JSON-RPC's code for errors of the server's own. */
const SERVER_ERROR = -32000;

/** Refuses a request, in a shape that both people and the protocol's clients can read. */
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
