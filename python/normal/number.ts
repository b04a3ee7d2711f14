/** The normal form of numbers. */

const DECIMAL = /^([\d_]*)(\.[\d_]*)?(e.*?)?(j?)$/;

/**
 * Returns a number as formatters write it, but in lower case.
 *
 * @example
 * ```ts
 * import { normalNumber } from "./number.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(normalNumber("0XFF"), "0xff");
 * equal(normalNumber(".5E3J"), "0.5e3j");
 * equal(normalNumber("1."), "1.0");
 * ```
 */
export function normalNumber(text: string): string {
  if (IS_SHORT.test(text)) return text;
  const lower = text.toLowerCase();
  const [, whole = "", fraction, exponent = "", imaginary = ""] = DECIMAL.exec(lower) ?? [];
  if (fraction === undefined) return lower;
  return `${whole || "0"}${fraction === "." ? ".0" : fraction}${exponent}${imaginary}`;
}

const IS_SHORT = /^\d+$/;
