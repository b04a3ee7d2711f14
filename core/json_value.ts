/** JSON as JavaScript values. */

import { type Json, type JsonMember, JsonSyntaxError, MAX_DEPTH } from "./json.ts";
import { NumberText } from "./number_text.ts";

/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * Converts a JavaScript value into the tree that parsing its JSON text would give, except for positions. A
 * {@linkcode NumberText} keeps its text.
 *
 * @param value Any value. Members that are `undefined` are left out, as in `JSON.stringify`.
 * @returns The tree, or an error if the value holds something that JSON cannot hold, such as `NaN` or a
 * `Date`, is nested too deeply, or contains itself. Because there is no text, each `at` is the number of keys
 * and values before the node.
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
        if (!Number.isFinite(value)) throw new JsonSyntaxError(`JSON has no ${value}`, at);
        return { kind: "number", at, text: JSON.stringify(value) };
      case "object":
        if (value === null) return { kind: "null", at };
        if (value instanceof NumberText) return { kind: "number", at, text: value.text };
        if (depth === MAX_DEPTH) {
          throw new JsonSyntaxError(`nested deeper than ${MAX_DEPTH} levels`, at);
        }
        if (Array.isArray(value)) {
          const items = Array.from(value, (item) => this.convert(item, depth + 1));
          return { kind: "array", at, items };
        }
        if (!isPlain(value)) throw new JsonSyntaxError(`JSON has no ${className(value)}`, at);
        return { kind: "object", at, members: this.#members(value, depth + 1) };
      default:
        throw new JsonSyntaxError(`JSON has no ${typeof value}`, at);
    }
  }

  #members(object: object, depth: number): JsonMember[] {
    return Object.entries(object).filter(([, value]) => value !== undefined)
      .map(([key, value]) => ({ key, at: this.#at++, value: this.convert(value, depth) }));
  }
}

function isPlain(object: object): boolean {
  const prototype = Object.getPrototypeOf(object);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns the name of an object's class, or `object` if it has none. */
function className(object: object): string {
  const { constructor } = Object.getPrototypeOf(object);
  return typeof constructor === "function" && constructor.name !== "" ? constructor.name : "object";
}
