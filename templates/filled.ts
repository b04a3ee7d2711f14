/** Values in templates. */

/**
 * Converts a value in a template to text.
 *
 * @throws {TypeError} If the value is missing.
 *
 * @example
 * ```ts
 * import { filled } from "./filled.ts";
 * import { equal, throws } from "node:assert/strict";
 *
 * equal(filled(201), "201");
 * throws(() => filled(undefined), TypeError);
 * ```
 */
export function filled(value: unknown): string {
  if (value === undefined) throw new TypeError("A template uses a value that was not passed to it");
  return String(value);
}
