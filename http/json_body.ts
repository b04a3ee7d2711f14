/** Parses the body of a call: one JSON-RPC message. */

import { jsonNesting } from "../core/json_nesting.ts";
import { parseMessage } from "../mcp/parse_message.ts";

/** A parsed message, or the reason for rejecting it. */
export type JsonBody =
  | { readonly kind: "message"; readonly message: unknown }
  /** `code`: an error code of JSON-RPC 2.0. */
  | { readonly kind: "refused"; readonly code: number; readonly reason: string };

const PARSE_ERROR = -32700;

/** The error code of JSON-RPC for a body that is JSON, but not a valid request. */
export const INVALID_REQUEST = -32600;

/** Maximum depth of arrays and objects. A deeper message could overflow the stack. */
const MAX_DEPTH = 200;

/**
 * Parses a body. Rejects batches: the protocol does not allow them, and a batch that cancels one of its own
 * requests would never get a response.
 */
export function readJsonBody(text: string): JsonBody {
  if (jsonNesting(text) > MAX_DEPTH) {
    return refused(INVALID_REQUEST, `Nested deeper than ${MAX_DEPTH}`);
  }
  const message = parsed(text);
  if (message === undefined) return refused(PARSE_ERROR, "The body is not JSON");
  if (Array.isArray(message)) return refused(INVALID_REQUEST, "Batches are not supported");
  return { kind: "message", message };
}

/** Creates the result for a body that is JSON, but not a valid request. */
export function refusedBody(reason: string): JsonBody {
  return refused(INVALID_REQUEST, reason);
}

function refused(code: number, reason: string): JsonBody {
  return { kind: "refused", code, reason };
}

function parsed(text: string): unknown {
  try {
    return parseMessage(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}
