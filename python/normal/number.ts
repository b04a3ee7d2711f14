/** Computes the normal form of numbers. */

/**
 * Returns a number as formatters write it, but in lower case.
 *
 * @example
 * ```ts
 * import { normalNumber } from "./number.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(normalNumber("0XFF"), "0xff");
 * equal(normalNumber(".5E+3J"), "0.5e3j");
 * equal(normalNumber("1."), "1.0");
 * ```
 */
export function normalNumber(text: string): string {
  if (WHOLE.test(text)) return text;
  const lower = text.toLowerCase();
  const [, whole, fraction = "", rest = ""] = DECIMAL.exec(lower) ?? [];
  if (whole === undefined) return lower;
  return `${whole || "0"}${fraction === "." ? ".0" : fraction}${rest.replace("+", "")}`;
}

const WHOLE = /^\d+$/;
/**
 * Matches a number in three groups: the digits before the point, the point with the digits after
 * it, and the exponent with the `j` of an imaginary number.
 */
const DECIMAL = /^([\d_]*)(\.[\d_]*)?((?:e.*)?j?)$/;
