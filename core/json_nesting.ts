/** Measures how deeply JSON text is nested, before a recursive parser reads it. */

/**
 * Computes the maximum depth of arrays and objects, without recursion.
 *
 * @param text JSON text, which may be invalid.
 * @returns The maximum depth: 0 for a scalar, 1 for a flat array or object.
 *
 * @example
 * ```ts
 * import { jsonNesting } from "./json_nesting.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(jsonNesting('{"a": [[], "[[[\\""]}'), 3);
 * ```
 */
export function jsonNesting(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
