/** Decodes files that may not be UTF-8, without losing a byte. */

import { Buffer } from "node:buffer";
import type { TextEncoding } from "../core/change_set.ts";

/** Text and the encoding of its file. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes a file as UTF-8, with its byte order mark, or as Latin-1 if it is not UTF-8.
 *
 * @example
 * ```ts
 * import { decodeText } from "./text_encoding.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(decodeText(new Uint8Array([0xe9])), { text: "é", encoding: "latin-1" });
 * ```
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  try {
    return { text: UTF_8.decode(bytes), encoding: "utf-8" };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // `TextDecoder` would lose bytes, because it treats "latin1" as windows-1252.
    return { text: Buffer.from(bytes).toString("latin1"), encoding: "latin-1" };
  }
}

/**
 * Encodes text in the encoding of its file.
 *
 * @returns The bytes, or `null` if the text has a character that the encoding cannot represent.
 */
export function encodeText({ text, encoding }: DecodedText): Uint8Array | null {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const bytes = Buffer.from(text, "latin1");
  return bytes.toString("latin1") === text ? bytes : null;
}
