/** Decodes bytes of JSON like Python's `json.loads`. */

/**
 * Decodes the bytes of a request's body. As in Python, they may be UTF-8, UTF-16 or UTF-32, with or
 * without a byte order mark, and may contain lone surrogates (CPython, `json.detect_encoding`).
 *
 * @returns `null` if the bytes are in none of these encodings.
 *
 * @example
 * ```ts
 * import { decodeLikePython } from "./json_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(decodeLikePython(new Uint8Array([0x31, 0x00])), "1");
 * equal(decodeLikePython(new Uint8Array([0xff])), null);
 * ```
 */
export function decodeLikePython(bytes: Uint8Array): string | null {
  const { unit, littleEndian, mark } = detect(bytes);
  const rest = bytes.subarray(mark);
  if (unit === 1) return utf8(rest);
  if (rest.length % unit !== 0) return null;
  const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
  const units: string[] = [];
  for (let at = 0; at < rest.length; at += unit) {
    const code = unit === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian);
    if (code > 0x10ffff) return null;
    units.push(String.fromCodePoint(code));
  }
  return units.join("");
}

/** An encoding: the size of its units in bytes, their order, and the length of the byte order mark. */
interface Encoding {
  readonly unit: 1 | 2 | 4;
  readonly littleEndian: boolean;
  readonly mark: number;
}

function detect(bytes: Uint8Array): Encoding {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) {
    const isWide = c === 0 && d === 0;
    return { unit: isWide ? 4 : 2, littleEndian: true, mark: isWide ? 4 : 2 };
  }
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { ...WIDE, mark: 4 };
  if (a === 0xfe && b === 0xff) return { unit: 2, littleEndian: false, mark: 2 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { ...NARROW, mark: 3 };
  if (bytes.length >= 4) {
    if (a === 0) return b === 0 ? WIDE : { unit: 2, littleEndian: false, mark: 0 };
    if (b === 0) return { unit: c === 0 && d === 0 ? 4 : 2, littleEndian: true, mark: 0 };
  } else if (bytes.length === 2 && (a === 0 || b === 0)) {
    return { unit: 2, littleEndian: a !== 0, mark: 0 };
  }
  return NARROW;
}

const NARROW: Encoding = { unit: 1, littleEndian: false, mark: 0 };
const WIDE: Encoding = { unit: 4, littleEndian: false, mark: 0 };

/** Decodes UTF-8, surrogates included (Python's `surrogatepass`). */
function utf8(bytes: Uint8Array): string | null {
  const parts: string[] = [];
  let start = 0;
  for (let at = bytes.indexOf(0xed); at >= 0; at = bytes.indexOf(0xed, at + 1)) {
    const [, second = 0, third = 0] = bytes.subarray(at, at + 3);
    if (second < 0xa0 || second > 0xbf || (third & 0xc0) !== 0x80) continue;
    const before = strictUtf8(bytes.subarray(start, at));
    if (before === null) return null;
    parts.push(before, String.fromCharCode(0xd000 | (second & 0x3f) << 6 | third & 0x3f));
    start = at + 3;
  }
  const rest = strictUtf8(bytes.subarray(start));
  return rest === null ? null : parts.join("") + rest;
}

/** Decodes UTF-8, with a byte order mark as a character; `null` if the bytes are not UTF-8. */
export function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (problem) {
    if (problem instanceof TypeError) return null;
    throw problem;
  }
}
