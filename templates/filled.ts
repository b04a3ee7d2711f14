/** What fills the gaps of templates. */

/**
 * What a value becomes in a file.
 *
 * @throws {TypeError} If there is none.
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
  if (value === undefined) throw new TypeError("A template names a value that it was not given");
  return String(value);
}
