/** Formats sizes. */

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/**
 * Formats a number of bytes with a binary unit, rounded to two significant digits or to a whole
 * number.
 *
 * @example
 * ```ts
 * import { sizeWords } from "./size_words.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual([1, 900, 1536, 104_857_600].map(sizeWords), ["1 byte", "900 bytes", "1.5 KiB", "100 MiB"]);
 * ```
 */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** power;
  return `${amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)} ${UNITS[power]}`;
}
