/** Parses the body of a call: one JSON-RPC message. */

/** A parsed message, or the reason for rejecting it. */
export type JsonBody =
  | { readonly kind: "message"; readonly message: unknown }
  /** `code`: an error code of JSON-RPC 2.0. */
  | { readonly kind: "refused"; readonly code: number; readonly reason: string };

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Maximum nesting. Deeper values could overflow the stack. */
const DEEPEST = 200;

/** Parses a body. Batches are rejected: the protocol has none, and one could wait for itself forever. */
export function readJsonBody(text: string): JsonBody {
  if (isTooDeep(text)) return refused(INVALID_REQUEST, `Nested deeper than ${DEEPEST}`);
  const message = parsed(text);
  if (message === undefined) return refused(PARSE_ERROR, "The body is not JSON");
  if (Array.isArray(message)) return refused(INVALID_REQUEST, "Batches are not supported");
  return { kind: "message", message };
}

/** Rejects a body that is JSON, but not a valid request. */
export function refusedBody(reason: string): JsonBody {
  return refused(INVALID_REQUEST, reason);
}

function refused(code: number, reason: string): JsonBody {
  return { kind: "refused", code, reason };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined;
    throw problem;
  }
}

/** Reports whether brackets outside of strings exceed the maximum nesting. */
function isTooDeep(text: string): boolean {
  if (text.length < DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
