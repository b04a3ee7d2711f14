/** JSON as values of the program. */

import { type Json, type JsonMember, JsonSyntaxError, MAX_DEPTH } from "./json.ts";

/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * Converts a value into a tree, as parsing its text would.
 *
 * @param value As in `JSON.stringify`, members that are `undefined` are left out. What JSON cannot
 * hold, such as a function, becomes null.
 * @returns The tree, or an error if the value is nested too deeply or holds itself. Each `at` is the
 * place in the order of the values, because there is no text.
 *
 * @example
 * ```ts
 * import { jsonOf } from "./json_value.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(jsonOf([1.5]), {
 *   kind: "array",
 *   at: 0,
 *   items: [{ kind: "number", at: 1, text: "1.5" }],
 * });
 * ```
 */
export function jsonOf(value: unknown): Json | JsonSyntaxError {
  try {
    return new Converter().convert(value, 0);
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) return problem;
    throw problem;
  }
}

class Converter {
  #at = 0;

  convert(value: unknown, depth: number): Json {
    const at = this.#at++;
    switch (typeof value) {
      case "boolean":
        return { kind: "boolean", at, value };
      case "string":
        return { kind: "string", at, value };
      case "number":
        return Number.isFinite(value)
          ? { kind: "number", at, text: JSON.stringify(value) }
          : { kind: "null", at };
      case "object":
        if (value === null) return { kind: "null", at };
        if (depth === MAX_DEPTH) {
          throw new JsonSyntaxError(`nested deeper than ${MAX_DEPTH} levels`, at);
        }
        return Array.isArray(value)
          ? { kind: "array", at, items: value.map((item) => this.convert(item, depth + 1)) }
          : { kind: "object", at, members: this.#members(value, depth + 1) };
      default:
        return { kind: "null", at };
    }
  }

  #members(object: object, depth: number): JsonMember[] {
    return Object.entries(object).filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ key, at: this.#at++, value: this.convert(value, depth) }));
  }
}
