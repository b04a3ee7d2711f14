/** Reads the target of a request like the servers of Python and Werkzeug. */

/** The parts of a request's target. */
export interface RequestTarget {
  /** The decoded path, which starts with one slash. */
  readonly path: string;
  /** The query, as sent, without the question mark. */
  readonly query: string;
  /** The authority of an absolute target; `null` for any other target. */
  readonly authority: string | null;
}

/**
 * Reads a target. Slashes at the start of the path become one slash, even if they are escaped:
 * `http.server` merges them before decoding (CPython, gh-87389), and `werkzeug.sansio.request`
 * after decoding.
 *
 * @param target The target, as sent, such as `/users?page=2`.
 *
 * @example
 * ```ts
 * import { readTarget } from "./request_target.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const expected = { path: "/a/b", query: "x=%20", authority: null };
 * deepEqual(readTarget("//%61%2Fb?x=%20#top"), expected);
 * ```
 */
export function readTarget(target: string): RequestTarget {
  const [withoutFragment = ""] = splitAt(target, "#");
  const [, authority = null, rest = withoutFragment] =
    /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)(.*)$/is.exec(withoutFragment) ?? [];
  const [path = "", query = ""] = splitAt(rest, "?");
  return { path: `/${decodePath(path).replace(/^\/+/, "")}`, query, authority };
}

function splitAt(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Decodes percent escapes as `urllib.parse.unquote` does. */
function decodePath(path: string): string {
  if (!path.includes("%")) return path;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(unescapedBytes(path));
}

/** Returns the bytes of text with percent escapes. Malformed escapes stay as they are. */
export function unescapedBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at] === 0x25 ? hexByte(bytes, at + 1) : null;
    bytes[length++] = code ?? bytes[at] ?? 0;
    if (code !== null) at += 2;
  }
  return bytes.subarray(0, length);
}

function hexByte(bytes: Uint8Array, at: number): number | null {
  const digits = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0);
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : null;
}

/**
 * Escapes text for a URL like `urllib.parse.quote`: all characters except letters, digits, `_.-~`
 * and the given ones.
 *
 * @param safe A pattern of further characters that stay as they are.
 */
export function quoteUrl(text: string, safe: RegExp): string {
  return Array.from(
    text,
    (character) =>
      /^[\w.~-]$/.test(character) || safe.test(character) ? character : percentEncoded(character),
  ).join("");
}

/** Characters that stay as they are in a path, besides those that are never escaped. */
const IN_PATH = /^[!$&'()*+,/:;=@]$/;

/** Encodes a path for a URL. */
export function quotePath(path: string): string {
  return quoteUrl(path, IN_PATH);
}

function percentEncoded(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}
