/** Masks API keys for display: shows only the prefix, a mask, and the last characters of long keys. */

const MASK = "****";

/** Number of visible characters at the end of a key, so that people can tell keys apart. */
const ENDING_LENGTH = 4;

/** Keys shorter than this have no visible ending. */
const SHORT_KEY_LENGTH = 16;

/** Returns the visible end of a key. */
export function keyEnding(key: string): string {
  return key.slice(-ENDING_LENGTH);
}

/** Formats the mask of a hosted server's key when only the key's ending is known. */
export function maskedKey(ending: string): string {
  return `lw_${MASK}${ending}`;
}

/**
 * Masks a key of any server.
 *
 * @example
 * ```ts
 * import { maskKey } from "./key_mask.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(maskKey("lw_0123456789abcdef4f2a"), "lw_****4f2a");
 * equal(maskKey("short"), "****");
 * ```
 */
export function maskKey(key: string): string {
  if (key.length < SHORT_KEY_LENGTH) return MASK;
  const [prefix] = /^[a-z]{1,4}_/.exec(key) ?? [""];
  return `${prefix}${MASK}${keyEnding(key)}`;
}

/** Masks all keys of hosted servers in a text, including the keys' endings. */
export function maskKeysIn(text: string): string {
  return text.replaceAll(/lw_[\w-]{20,}/g, maskedKey(""));
}
