/** How deep a text of JSON is nested, told without descending: a browser's stack is small. */

/**
 * How many brackets are open at once, at most. The text need not be valid.
 *
 * @example
 * ```ts
 * import { nestingOf } from "./nesting.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(nestingOf('{"a": [[], "[[[\\""]}'), 3);
 * ```
 */
export function nestingOf(text: string): number {
  let [depth, deepest, isQuoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}
