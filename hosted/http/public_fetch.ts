/**
 * Fetches documents from URLs that clients supply. Looks up the host only once, checks that its addresses are
 * public, and connects to one of these addresses. So a URL cannot lead into the server's own network (SSRF),
 * even if a second lookup of its host would find other addresses.
 */

import { lookup } from "node:dns";
import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { hostOf } from "../../core/url_host.ts";
import { isPublicAddress } from "./public_addresses.ts";

/** The network that documents come from. */
export interface Network {
  /** Returns the addresses of a host. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Reports whether clients may make the server connect to an address. */
  readonly isOpen: (address: string, port: number) => boolean;
  /** Certificates (PEM) of trusted authorities; `null` for the runtime's own list. */
  readonly authorities: readonly string[] | null;
}

/**
 * Fetches a document with https. Does not follow redirects.
 *
 * @throws {Error} If the URL is not allowed, the request fails or is aborted, or the answer is too long.
 */
export type PublicFetch = (address: string, init: RequestInit) => Promise<Response>;

/** The internet. Only port 443 is open, so that clients cannot scan other ports. */
const INTERNET: Network = {
  lookup: addressesOf,
  isOpen: (address, port) => port === 443 && isPublicAddress(address),
  authorities: null,
};

/** Maximum bytes of all header names and values. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Maximum bytes of an answer on the wire, including chunk framing and interim responses. */
const MAX_ANSWER_BYTES = 32 * 1024;

/** Maximum chunks of an answer's body. */
const MAX_CHUNKS = 256;

/** Fetches a document from the internet. */
export const fetchPublic: PublicFetch = createPublicFetch(INTERNET);

/** Creates a fetch over a network. */
export function createPublicFetch(network: Network): PublicFetch {
  return async (address, { headers, signal }) => {
    const url = new URL(address);
    if (url.protocol !== "https:") throw new Error("Only https URLs can be fetched");
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort);
    try {
      return await Promise.race([aborted, ask(network, url, new Headers(headers), signal ?? null)]);
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  };
}

/** @param signal Ends the connection when it aborts. */
async function ask(
  network: Network,
  url: URL,
  headers: Headers,
  signal: AbortSignal | null,
): Promise<Response> {
  const host = hostOf(url);
  const port = Number(url.port || 443);
  const address = await openAddress(network, host, port);
  const request = requestHttps({
    host: address,
    port,
    // TLS does not allow an IP address as server name, but the certificate must still match the address.
    servername: isIP(host) > 0 ? "" : host,
    path: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(headers), host: url.host },
    agent: false,
    maxHeaderSize: MAX_HEAD_BYTES,
    ...(network.authorities !== null && { ca: [...network.authorities] }),
    ...(signal !== null && { signal }),
  });
  // Without a listener, the error event of a connection that is closed early would end the process.
  request.on("error", () => {});
  try {
    const answer = readAnswer(request);
    request.end();
    return await Promise.race([answer, refuseLongAnswer(request)]);
  } finally {
    request.destroy();
  }
}

async function readAnswer(request: ClientRequest): Promise<Response> {
  const answered = once(request, "response") as Promise<[IncomingMessage]>;
  // Detects a close without a response, which also happens after status 101.
  const closed = once(request, "close").then(refuseSilence);
  const [answer] = await Promise.race([answered, closed]);
  return responseOf(answer, await bodyOf(answer));
}

/** Reads a body with events, because an iterator is several times slower for each chunk. */
async function bodyOf(answer: IncomingMessage): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  answer.on("data", (chunk) => {
    if (chunks.push(chunk) <= MAX_CHUNKS) return;
    answer.destroy(new Error(`The answer has more than ${MAX_CHUNKS} chunks`));
  });
  await once(answer, "end");
  return new Blob(chunks);
}

function refuseSilence(): never {
  throw new Error("The server closed the connection without an answer");
}

/** Rejects as soon as the answer to a request has too many bytes. */
function refuseLongAnswer(request: ClientRequest): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  let received = 0;
  request.on("socket", (socket) => {
    socket.on("data", ({ length }: Uint8Array) => {
      received += length;
      if (received <= MAX_ANSWER_BYTES) return;
      // Destroys the request here. Otherwise, the runtime would parse the answer until the rejection is
      // handled.
      request.destroy();
      reject(new Error(`The answer is longer than ${MAX_ANSWER_BYTES} bytes`));
    });
  });
  return promise;
}

/**
 * Returns an address of a host. Throws if clients may not make the server connect to one of the host's
 * addresses.
 */
async function openAddress({ lookup, isOpen }: Network, host: string, port: number) {
  const addresses = isIP(host) > 0 ? [host] : await lookup(host);
  const [first] = addresses;
  if (first === undefined || !addresses.every((address) => isOpen(address, port))) {
    throw new Error(`'${host}' with port ${port} is not a public address`);
  }
  return first;
}

function responseOf({ statusCode = 0, rawHeaders }: IncomingMessage, body: Blob): Response {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  return new Response(hasBody(statusCode) ? body : null, { status: statusCode, headers });
}

function addressesOf(host: string): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  lookup(host, { all: true }, (problem, found) => {
    if (problem === null) resolve(found.map(({ address }) => address));
    else reject(problem);
  });
  return promise;
}

function hasBody(status: number): boolean {
  return ![204, 205, 304].includes(status);
}
