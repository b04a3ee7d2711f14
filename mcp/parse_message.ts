/** Parses messages of the protocol from their text. */

import { MAX_DEPTH } from "../core/json.ts";
import { jsonNesting } from "../core/json_nesting.ts";
import { mayDiffer, parseWithNumbers } from "../core/number_text.ts";

/**
 * Parses a message. Numbers in the arguments of a tool keep their text, so that `9.0` stays a number with a
 * fraction.
 *
 * @throws {SyntaxError} If the text is not JSON.
 */
export function parseMessage(text: string): unknown {
  const message = JSON.parse(text);
  if (argumentsOf(message) === undefined || !keepsNumbers(text)) return message;
  const { params } = message;
  return {
    ...message,
    params: { ...params, arguments: argumentsOf(parseWithNumbers(text)) },
  };
}

/**
 * Parses the arguments of a tool from their text. Numbers keep their text.
 *
 * @throws {SyntaxError} If the text is not JSON.
 */
export function parseArguments(text: string): unknown {
  return keepsNumbers(text) ? parseWithNumbers(text) : JSON.parse(text);
}

/** Reports whether to keep the text of numbers. No tool accepts arguments that are nested too deeply for that. */
function keepsNumbers(text: string): boolean {
  return mayDiffer(text) && jsonNesting(text) <= MAX_DEPTH;
}

function argumentsOf(message: unknown): unknown {
  const { method, params } = Object(message);
  return method === "tools/call" ? Object(params).arguments : undefined;
}
