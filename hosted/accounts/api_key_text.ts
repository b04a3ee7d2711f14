/**
 * The text of API keys: `lw_`, 43 characters of secret, 6 of checksum, all digits and Latin letters.
 * For scanners of secrets: `\blw_[0-9A-Za-z]{49}\b`. The checksum is CRC-32 of what stands before it,
 * in base 62 (digits, capital letters, small letters; the highest first), so that who finds or mistypes
 * a key can tell without asking anybody.
 */

import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashOfSecret } from "./secret_text.ts";

const PREFIX = "lw_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** As many digits as 256 bits and 32 bits need. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** How much of a key's end people see, to tell keys apart. */
const ENDING_LENGTH = 4;

/**
 * Makes a key of 256 random bits.
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

/** Whether a text has the form of a key, and its checksum. */
export function isApiKey(text: string): boolean {
  return KEY.test(text) &&
    text.slice(-CHECKSUM_LENGTH) === checksum(text.slice(0, -CHECKSUM_LENGTH));
}

/** What is kept of a key. */
export function apiKeyHash(key: string): string {
  return hashOfSecret(key);
}

/** What people see of a key later on, without its prefix. */
export function endingOf(key: string): string {
  return key.slice(-ENDING_LENGTH);
}

/** A key as people see it later on. */
export function maskedKey(ending: string): string {
  return `${PREFIX}...${ending}`;
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
