/**
 * Fetching what a stranger named. The address is looked up once, and that very address is connected to,
 * if it is a public one: no name leads into the server's own network (SSRF), nor changes its mind.
 */

import { lookup } from "node:dns";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public_addresses.ts";

/** The network that documents come from. */
export interface Network {
  /** Looks names up. */
  readonly lookup: typeof lookup;
  /** Whether a stranger may send the server there. */
  readonly isOpen: (address: string, port: number) => boolean;
  /** Whose certificates are believed (PEM); those that everybody believes, if left out. */
  readonly ca?: string;
}

/**
 * Fetches a document by https. Redirects are not followed.
 *
 * @throws {Error} If the address is none that strangers may name, or nobody answers there in time.
 */
export type PublicFetch = (address: string, init: RequestInit) => Promise<Response>;

/** The network that everybody has: a stranger who names another port only looks for what is there. */
const INTERNET: Network = {
  lookup,
  isOpen: (address, port) => port === 443 && isPublicAddress(address),
};

export const fetchPublic: PublicFetch = createPublicFetch(INTERNET);

export function createPublicFetch(network: Network): PublicFetch {
  return async (address, { headers, signal }) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const port = Number(url.port || 443);
    if (url.protocol !== "https:") throw new Error("Only https addresses can be fetched");
    if (isIP(host) > 0 && !network.isOpen(host, port)) throw new NotPublic(host, port);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const asked = request(url, {
      headers: Object.fromEntries(new Headers(headers)),
      lookup: lookupOpen(network, port),
      // Connections that are kept were looked up for somebody else.
      agent: false,
      ...(network.ca !== undefined && { ca: network.ca }),
      ...(signal && { signal }),
    }, resolve);
    asked.on("error", reject);
    asked.end();
    return responseOf(await promise);
  };
}

class NotPublic extends Error {
  constructor(host: string, port: number) {
    super(`'${host}' with port ${port} is no public address`);
  }
}

/** Looks a name up, and refuses it if any of its addresses is not open. */
function lookupOpen({ lookup, isOpen }: Network, port: number): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (problem, addresses) => {
      const [first] = addresses ?? [];
      const isRefused = !addresses?.every(({ address }) => isOpen(address, port));
      if (problem !== null) done(problem, "", 4);
      else if (first === undefined || isRefused) done(new NotPublic(host, port), "", 4);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function responseOf(message: IncomingMessage): Response {
  const chunks = message[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      message.destroy();
    },
  });
  const headers = Object.entries(message.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  const status = message.statusCode ?? 502;
  return new Response(hasBody(status) ? body : null, { status, headers });
}

function hasBody(status: number): boolean {
  return ![204, 205, 304].includes(status);
}
