/**
 * A hash that tells texts apart which nobody made alike on purpose: 16 hexadecimal digits. It takes no
 * library to load and no time to speak of; it guards nothing.
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
  // Two lanes, each multiplying with a large odd number.
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x9e3779b1);
    low = Math.imul(low ^ unit, 0x5f356495);
  }
  return digits(scatter(high ^ (low >>> 13))) + digits(scatter(low ^ (high >>> 16)));
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
