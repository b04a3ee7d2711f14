/** Answers are read as they are, however they come in, or not at all. */

import { deepEqual, equal, throws } from "node:assert/strict";
import { answeredMessage } from "../../../http/answered_message.ts";
import { fc } from "../../tools/tier.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const OK = "HTTP/1.1 200 OK\r\n";

const READ: readonly (readonly [string, string])[] = [
  ["Content-Length: 2\r\n\r\n{}", "{}"],
  ["content-length:2 \r\nA: b\r\n\r\n{}and more", "{}"],
  ["Content-Length: 0\r\n\r\n", ""],
  ["Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;a=b\r\n}\r\n0\r\n\r\n", "{}"],
  ["Transfer-Encoding: Chunked\r\n\r\nA \r\n0123456789\r\n00\r\n", "0123456789"],
];

Deno.test("an answer is there once all of it is", () => {
  for (const [rest, body] of READ) {
    const bytes = bytesOf(OK + rest);
    const message = answeredMessage(bytes, false);
    equal(message?.status, 200);
    equal(new TextDecoder().decode(message?.body), body);
    deepEqual(answeredMessage(bytes, true)?.body, message?.body);
  }
  equal(answeredMessage(bytesOf(`${OK}\r\n{}`), false), null);
  equal(answeredMessage(bytesOf(`${OK}\r\n{}`), true)?.body.length, 2);
});

const REFUSED = [
  "",
  "Hello",
  "HTTP/1.1 200 OK",
  "HTTP/2 200\r\n\r\n",
  "HTTP/1.1 100 Continue\r\n\r\n",
  "HTTP/1.1 999 Much\r\n\r\n",
  "HTTP/1.1 2000\r\n\r\n",
  `${OK}no header\r\n\r\n`,
  `${OK}a : b\r\n\r\n`,
  `${OK}a: b\r\n c\r\n\r\n`,
  `${OK}: b\r\n\r\n`,
  `${OK}a: b\0c\r\n\r\n`,
  `${OK}Content-Length: 3\r\n\r\n{}`,
  `${OK}Content-Length: -1\r\n\r\n{}`,
  `${OK}Content-Length: 0x2\r\n\r\n{}`,
  `${OK}Content-Length: 2\r\nContent-Length: 1\r\n\r\n{}`,
  `${OK}Content-Length: 99999999999\r\n\r\n{}`,
  `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  `${OK}Transfer-Encoding: gzip\r\n\r\n{}`,
  `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\n{}`,
  `${OK}Transfer-Encoding: chunked\r\n\r\nx\r\n{}\r\n0\r\n\r\n`,
  `${OK}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n`,
  `${OK}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{}\r\n0\r\n\r\n`,
];

Deno.test("what is no answer, or ended too soon, is refused", () => {
  for (const text of REFUSED) throws(() => answeredMessage(bytesOf(text), true), Error, text);
});

Deno.test("answers are read the same, wherever they were cut", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 50 }), (body, size) => {
    const head = bytesOf(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
    const chunks: number[] = [...head];
    for (let at = 0; at < body.length; at += size + 1) {
      const chunk = body.subarray(at, at + size + 1);
      chunks.push(...bytesOf(`${chunk.length.toString(16)}\r\n`), ...chunk, ...bytesOf("\r\n"));
    }
    const all = Uint8Array.from([...chunks, ...bytesOf("0\r\n")]);
    deepEqual([...answeredMessage(all, false)?.body ?? []], [...body]);
    for (let end = 0; end < all.length; end += 7) {
      equal(answeredMessage(all.subarray(0, end), false), null);
    }
  }));
});
