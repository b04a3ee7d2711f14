/** An answer of HTTP/1.1 (RFC 9112), as it comes in. */

/** The parts of an answer. */
export interface AnsweredMessage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Reads an answer.
 *
 * @param bytes What came so far.
 * @param isEnd Whether nothing more comes.
 * @returns `null` if more has to come.
 * @throws {Error} If it is no answer, or ended too soon.
 *
 * @example
 * ```ts
 * import { answeredMessage } from "./answered_message.ts";
 * import { equal } from "node:assert/strict";
 *
 * const bytes = new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
 * equal(answeredMessage(bytes.slice(0, -1), false), null);
 * equal(answeredMessage(bytes, false)?.status, 200);
 * ```
 */
export function answeredMessage(bytes: Uint8Array, isEnd: boolean): AnsweredMessage | null {
  const text = latin1(bytes);
  const end = text.indexOf("\r\n\r\n");
  const start = end === -1 ? null : headOf(text.slice(0, end));
  const body = start === null ? null : bodyOf(start.headers, text.slice(end + 4), isEnd);
  if (start !== null && body !== null) return { ...start, body: bytesOf(body) };
  if (isEnd) throw new Error("The answer ended too soon");
  return null;
}

function headOf(text: string): Omit<AnsweredMessage, "body"> {
  const [first = "", ...lines] = text.split("\r\n");
  const [, status] = /^HTTP\/1\.[01] ([2-5]\d\d)(?: |$)/.exec(first) ?? [];
  if (status === undefined) throw new Error("The answer is none of HTTP/1.1");
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value = ""] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) throw new Error("The answer has a line that is no header");
    headers.append(name, value);
  }
  return { status: Number(status), headers };
}

function bodyOf(headers: Headers, rest: string, isEnd: boolean): string | null {
  const coding = headers.get("transfer-encoding");
  if (coding !== null) return coding.toLowerCase() === "chunked" ? chunked(rest) : unknown(coding);
  const length = headers.get("content-length");
  if (length === null) return isEnd ? rest : null;
  if (!/^\d{1,9}$/.test(length)) throw new Error("The answer's length is no number");
  return rest.length < Number(length) ? null : rest.slice(0, Number(length));
}

function unknown(coding: string): never {
  throw new Error(`The answer is coded as ${coding}`);
}

function chunked(rest: string): string | null {
  let body = "";
  for (let at = 0;;) {
    const end = rest.indexOf("\r\n", at);
    if (end === -1) return null;
    const [, size] = /^([\da-f]{1,7})[ \t]*(?:;.*)?$/i.exec(rest.slice(at, end)) ?? [];
    if (size === undefined) throw new Error("The answer's length is no number");
    const length = parseInt(size, 16);
    if (length === 0) return body;
    at = end + 2 + length + 2;
    if (rest.length < at) return null;
    body += rest.slice(end + 2, at - 2);
  }
}

/** A character for each byte. */
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
