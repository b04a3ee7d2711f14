/** A fast hash for detecting changes. It is not cryptographic. */

/**
 * Hashes a text.
 *
 * @returns 16 hexadecimal digits. The first four are the last four digits of the text's length.
 *
 * @example
 * ```ts
 * import { hashText } from "./hash.ts";
 * import { match, notEqual } from "node:assert/strict";
 *
 * match(hashText("a"), /^[0-9a-f]{16}$/);
 * notEqual(hashText("a"), hashText("b"));
 * ```
 */
export function hashText(text: string): string {
  const length = digits(text.length).slice(-LENGTH_DIGITS);
  return length + hashBytes(new TextEncoder().encode(text)).slice(LENGTH_DIGITS);
}

const LENGTH_DIGITS = 4;

/**
 * Hashes bytes.
 *
 * @returns 16 hexadecimal digits.
 */
export function hashBytes(bytes: Uint8Array): string {
  let [high, low] = [0xdeadbeef ^ bytes.length, 0x41c6ce57];
  // Zeros follow the last bytes. The length distinguishes them from zeros in the input.
  const padded = new Uint8Array((bytes.length & ~3) + 4);
  padded.set(bytes);
  // All platforms of Deno and all browsers are little-endian.
  for (const word of new Int32Array(padded.buffer)) {
    high = mixed(high, word, 5, 0x9e3779b1);
    low = mixed(low, word, 13, 0x5f356495);
  }
  const first = scatter(high);
  return digits(first) + digits(scatter(low ^ first));
}

function mixed(lane: number, word: number, bits: number, factor: number): number {
  return Math.imul((lane << bits | lane >>> (32 - bits)) ^ word, factor);
}

/** Makes every bit of the result depend on every bit of a value, as the last step of MurmurHash3 does. */
function scatter(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function digits(value: number): string {
  return value.toString(16).padStart(8, "0");
}
