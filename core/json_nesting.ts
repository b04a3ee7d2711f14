/** Measures the depth of JSON text and the number of its commas, before a recursive parser reads the text. */

/** The shape of JSON text. Brackets and commas inside strings do not count. */
export interface JsonShape {
  /** The maximum depth: 0 for a scalar, 1 for a flat array or object. */
  readonly depth: number;
  /** The number of commas between values. */
  readonly commas: number;
}

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
  return jsonShape(text).depth;
}

/**
 * Measures JSON text, without recursion.
 *
 * @param text JSON text, which may be invalid.
 *
 * @example
 * ```ts
 * import { jsonShape } from "./json_nesting.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(jsonShape('{"a": [1, 2], "b": ","}'), { depth: 2, commas: 2 });
 * ```
 */
export function jsonShape(text: string): JsonShape {
  let [depth, deepest, commas] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
    else if (character === ",") commas++;
  }
  return { depth: deepest, commas };
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return text.length;
}
