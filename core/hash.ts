/**
 * A hash that tells texts apart which nobody made alike on purpose: 16 hexadecimal digits, of which the
 * first four are the last four of the length. It takes no library to load and no time to speak of; it guards
 * nothing.
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
  return lengthDigits(text) + hashBytes(new TextEncoder().encode(text)).slice(LENGTH_DIGITS);
}

/** Whether a text may have a hash: of most others, their length alone tells that they have not. */
export function mayHaveHash(text: string, hash: string): boolean {
  return hash.startsWith(lengthDigits(text));
}

const LENGTH_DIGITS = 4;

function lengthDigits({ length }: string): string {
  return digits(length).slice(-LENGTH_DIGITS);
}

/** A hash of bytes: 16 hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  let [high, low] = [0xdeadbeef ^ bytes.length, 0x41c6ce57];
  for (const words of [wholeWords(bytes), lastWord(bytes)]) {
    for (let from = 0; from < words.length; from += BLOCK) {
      const block = words.subarray(from, from + BLOCK);
      high = turned(high, block, 5, 0x9e3779b1);
      low = turned(low, block, 13, 0x5f356495);
    }
  }
  const first = scatter(high);
  return digits(first) + digits(scatter(low ^ first));
}

/** How many words at a time: what is called often the engine makes quick, while one long loop waits for it. */
const BLOCK = 1024;

/** One of two lanes: it turns and multiplies with a large odd number for each word. */
function turned(lane: number, words: Int32Array, bits: number, factor: number): number {
  let value = lane;
  for (let index = 0; index < words.length; index++) {
    value = Math.imul((value << bits | value >>> (32 - bits)) ^ (words[index] ?? 0), factor);
  }
  return value;
}

/**
 * Four bytes each, in the order of the processor, which is little-endian wherever Deno and browsers run.
 * With signs, for such numbers are the engine's quickest.
 */
function wholeWords(bytes: Uint8Array): Int32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Int32Array(aligned.buffer, aligned.byteOffset, bytes.length >> 2);
}

/** The bytes that are left, with zeros behind them: their number is in the hash, too. */
function lastWord(bytes: Uint8Array): Int32Array {
  const word = new Uint8Array(4);
  word.set(bytes.subarray(bytes.length & ~3));
  return new Int32Array(word.buffer);
}

/** Lets every bit decide on every other (the last step of MurmurHash3, 32 bits). */
function scatter(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function digits(value: number): string {
  return value.toString(16).padStart(8, "0");
}
