/**
 * Fetching what a stranger named. The address is looked up once, and that very address is connected to,
 * if it is a public one: no name leads into the server's own network (SSRF), nor changes its mind.
 *
 * By hand, for no client connects to a given address for a name on each Deno that we run on.
 */

import { lookup } from "node:dns";
import { isIP } from "node:net";
import { type AnsweredMessage, answeredMessage } from "./answered_message.ts";
import { isPublicAddress } from "./public_addresses.ts";

/** The network that documents come from. */
export interface Network {
  /** Finds the addresses of a name. */
  readonly lookup: (host: string) => Promise<readonly string[]>;
  /** Whether a stranger may send the server there. */
  readonly isOpen: (address: string, port: number) => boolean;
  /** Whose certificates are believed (PEM), beside those that everybody believes. */
  readonly authorities: readonly string[];
}

/**
 * Fetches a document by https. Redirects are not followed.
 *
 * @throws {Error} If the address is none that strangers may name, nobody answers there in time, or at
 *   length.
 */
export type PublicFetch = (address: string, init: RequestInit) => Promise<Response>;

/** The network that everybody has: a stranger who names another port only looks for what is there. */
const INTERNET: Network = {
  lookup: addressesOf,
  isOpen: (address, port) => port === 443 && isPublicAddress(address),
  authorities: [],
};

/** Bytes of an answer, with all that is said before. */
const LONGEST = 64 * 1024;

export const fetchPublic: PublicFetch = createPublicFetch(INTERNET);

export function createPublicFetch(network: Network): PublicFetch {
  return async (address, { headers, signal }) => {
    const url = new URL(address);
    if (url.protocol !== "https:") throw new Error("Only https addresses can be fetched");
    const asked = requestText(url, new Headers(headers));
    const { promise: late, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort);
    const connections = new Connections();
    try {
      const answer = await Promise.race([late, ask(network, url, asked, connections)]);
      const { status, headers, body } = answer;
      return new Response(hasBody(status) ? body : null, { status, headers });
    } finally {
      signal?.removeEventListener("abort", abort);
      connections.close();
    }
  };
}

/** @param connections Gets what is to be closed, however this ends. */
async function ask(
  network: Network,
  url: URL,
  asked: string,
  connections: Connections,
): Promise<AnsweredMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || 443);
  const hostname = await openAddress(network, host, port);
  const plain = await Deno.connect({ hostname, port });
  connections.keep(plain);
  const caCerts = [...network.authorities];
  const secure = await Deno.startTls(plain as Deno.TcpConn, { hostname: host, caCerts });
  connections.keep(secure);
  await write(secure, new TextEncoder().encode(asked));
  return await readAnswer(secure);
}

/** Looks a name up, and refuses it if any of its addresses is not open. */
async function openAddress({ lookup, isOpen }: Network, host: string, port: number) {
  const addresses = isIP(host) > 0 ? [host] : await lookup(host);
  const [first] = addresses;
  if (first === undefined || !addresses.every((address) => isOpen(address, port))) {
    throw new Error(`'${host}' with port ${port} is no public address`);
  }
  return first;
}

function requestText({ host, pathname, search }: URL, headers: Headers): string {
  const lines = [...headers].filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n` +
    `${lines.join("")}\r\n`;
}

async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

async function readAnswer(connection: Deno.Conn): Promise<AnsweredMessage> {
  const bytes = new Uint8Array(LONGEST);
  for (let length = 0; length < LONGEST;) {
    const count = await connection.read(bytes.subarray(length));
    length += count ?? 0;
    const answer = answeredMessage(bytes.subarray(0, length), count === null);
    if (answer !== null) return answer;
  }
  throw new Error(`The answer is longer than ${LONGEST} bytes`);
}

/** What is closed in the end, and what comes later at once. */
class Connections {
  #open: Deno.Conn[] | null = [];

  keep(connection: Deno.Conn): void {
    if (this.#open === null) close(connection);
    else this.#open.push(connection);
  }

  close(): void {
    this.#open?.forEach(close);
    this.#open = null;
  }
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch (problem) {
    // TLS took it over, or the other side was quicker.
    if (!(problem instanceof Deno.errors.BadResource)) throw problem;
  }
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
