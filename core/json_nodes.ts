/** Creates JSON values that were not parsed from text. */

import type { Json, JsonMember, JsonObject } from "./json.ts";

/** Returns a JSON string. */
export function text(value: string): Json {
  return { kind: "string", at: 0, value };
}

/** Returns a JSON number. Text keeps all digits, and the difference between `1.0` and `1`. */
export function number(value: number | string): Json {
  return { kind: "number", at: 0, text: String(value) };
}

/** Returns `true` or `false`. */
export function flag(value: boolean): Json {
  return { kind: "boolean", at: 0, value };
}

/** Returns an array. */
export function list(items: readonly Json[]): Json {
  return { kind: "array", at: 0, items };
}

/**
 * Returns an object.
 *
 * @param members The members in order. A member whose value is `undefined` is left out.
 *
 * @example
 * ```ts
 * import { stringifyJson } from "./json.ts";
 * import { object, text } from "./json_nodes.ts";
 * import { equal } from "node:assert/strict";
 *
 * const node = object([["title", text("shop")], ["description", undefined]]);
 * equal(stringifyJson(node, 0), '{"title": "shop"}');
 * ```
 */
export function object(members: Iterable<readonly [string, Json | undefined]>): JsonObject {
  const present: JsonMember[] = [];
  for (const [key, value] of members) if (value !== undefined) present.push({ key, at: 0, value });
  return { kind: "object", at: 0, members: present };
}
