/**
 * Fetching what a stranger named. The address is looked up once, and that very address is connected to,
 * if it is a public one: no name leads into the server's own network (SSRF), nor changes its mind.
 */

import { lookup } from "node:dns";
import { type IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public_addresses.ts";

/**
 * Fetches a document by https. Redirects are not followed.
 *
 * @throws {Error} If the address is none that strangers may name, or nobody answers there in time.
 */
export function fetchPublic(address: string, { headers, signal }: RequestInit): Promise<Response> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:") throw new Error("Only https addresses can be fetched");
  if (isIP(host) > 0 && !isPublicAddress(host)) throw new NotPublic(host);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const asked = request(url, {
    headers: Object.fromEntries(new Headers(headers)),
    lookup: lookupPublic,
    ...(signal && { signal }),
  }, (message) => resolve(responseOf(message)));
  asked.on("error", reject);
  asked.end();
  return promise;
}

class NotPublic extends Error {
  constructor(host: string) {
    super(`'${host}' is no public address`);
  }
}

/** Looks a name up, and refuses it if any of its addresses is not public. */
const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (problem, addresses) => {
    const refusal = problem ??
      (addresses.every(({ address }) => isPublicAddress(address)) ? null : new NotPublic(host));
    const [first] = addresses ?? [];
    if (refusal !== null || first === undefined) done(refusal ?? new NotPublic(host), "", 4);
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

function responseOf(message: IncomingMessage): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      message.on("data", (chunk: Uint8Array) => controller.enqueue(chunk));
      message.on("end", () => controller.close());
      message.on("error", (problem) => controller.error(problem));
    },
    cancel() {
      message.destroy();
    },
  });
  const headers = Object.entries(message.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  const status = message.statusCode ?? 502;
  return new Response(status === 204 || status === 304 ? null : body, { status, headers });
}
