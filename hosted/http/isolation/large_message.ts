/** Reads long MCP messages without the arguments that make them long. */

import { type JsonBody, readJsonBody, refusedBody } from "../../../http/json_body.ts";
import type { MessageReader } from "../../../http/mcp_routes.ts";
import type { Isolation } from "./isolation.ts";

/** Maximum length of a message that the server's thread reads itself, in characters. */
export const SMALL_MESSAGE = 65_536;

/** Creates a reader that leaves long messages to a thread. */
export function messageReader(isolation: Isolation): MessageReader {
  return async (text, { id }) =>
    text.length <= SMALL_MESSAGE
      ? { body: readJsonBody(text), longMessage: null }
      : { body: await isolation.read(text, id), longMessage: text };
}

/**
 * Reads a message and empties the arguments of the tool it calls.
 *
 * @param text JSON text.
 * @returns The message, or a refusal if it is still longer than {@linkcode SMALL_MESSAGE}.
 */
export function messageWithoutArguments(text: string): JsonBody {
  const body = readJsonBody(text);
  if (body.kind === "refused") return body;
  const message = emptied(body.message);
  if (JSON.stringify(message).length <= SMALL_MESSAGE) return { kind: "message", message };
  return refusedBody(`Longer than ${SMALL_MESSAGE} characters without a tool's arguments`);
}

function emptied(message: unknown): unknown {
  const { method, params } = Object(message);
  if (method !== "tools/call" || !isObject(params) || !isObject(params["arguments"])) {
    return message;
  }
  return { ...Object(message), params: { ...params, arguments: {} } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
