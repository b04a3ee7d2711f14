/**
 * The format of API keys: `lw_`, then a secret of 43 characters and a checksum of 6 characters, all of
 * them digits or ASCII letters. Secret scanners can search for `\blw_[0-9A-Za-z]{49}\b`. The checksum is
 * the CRC-32 of all characters before it, in base 62 (digits, capital letters, small letters; most
 * significant first). With the checksum, programs can recognize a key, and detect a typing error in
 * it, without sending a request.
 */

import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashOfSecret } from "./secret_text.ts";

const PREFIX = "lw_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Number of base-62 digits for the 256 bits of a secret, and for the 32 bits of a checksum. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * Creates a key with 256 random bits.
 *
 * @example
 * ```ts
 * import { isApiKey, makeApiKey } from "./api_key_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isApiKey(makeApiKey()), true);
 * ```
 */
export function makeApiKey(): string {
  const secret = BigInt(`0x${randomBytes(32).toString("hex")}`);
  const start = PREFIX + inBase62(secret, SECRET_LENGTH);
  return start + checksum(start);
}

/** Reports whether a string has the form of a key and a correct checksum. */
export function isApiKey(text: string): boolean {
  return KEY.test(text) &&
    text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** Returns the hash of a key, which the database stores instead of the key. */
export function apiKeyHash(key: string): string {
  return hashOfSecret(key);
}

function checksum(start: string): string {
  return inBase62(BigInt(crc32(start)), CHECKSUM_LENGTH);
}

function inBase62(value: bigint, length: number): string {
  let digits = "";
  for (let rest = value; digits.length < length; rest /= 62n) {
    digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  }
  return digits;
}
