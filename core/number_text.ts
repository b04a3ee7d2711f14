/** Numbers of JSON that JavaScript would spell in another way. */

import { type Json, parseJson } from "./json.ts";

// TypeScript does not declare this function of ECMAScript 2026 yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** A number in a JavaScript value that keeps its JSON text, such as `1.0`. */
export class NumberText {
  constructor(readonly text: string) {}

  /** Makes `JSON.stringify` write the text. */
  toJSON(): unknown {
    return rawJSON(this.text);
  }
}

/**
 * Matches all texts with a number that JavaScript spells in another way: a number with a trailing zero, an
 * exponent or many digits. Matches some other texts, too.
 */
const MAY_DIFFER = /[0-9](?:\.[0-9]*0|[eE]|[0-9.]{15})/;

/** Reports whether JSON text may have numbers that JavaScript spells in another way. */
export function mayDiffer(text: string): boolean {
  return MAY_DIFFER.test(text);
}

/**
 * Parses JSON like `JSON.parse`, but numbers that JavaScript would spell in another way become
 * {@linkcode NumberText}.
 *
 * @throws {JsonSyntaxError} If the text is not JSON, or is nested too deeply.
 *
 * @example
 * ```ts
 * import { NumberText, parseWithNumbers } from "./number_text.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(parseWithNumbers("[9.0, 9]"), [new NumberText("9.0"), 9]);
 * ```
 */
export function parseWithNumbers(text: string): unknown {
  return valueOf(parseJson(text));
}

function valueOf(json: Json): unknown {
  switch (json.kind) {
    case "null":
      return null;
    case "number": {
      const value = Number(json.text);
      return String(value) === json.text ? value : new NumberText(json.text);
    }
    case "array":
      return json.items.map(valueOf);
    case "object":
      return Object.fromEntries(json.members.map(({ key, value }) => [key, valueOf(value)]));
    default:
      return json.value;
  }
}
