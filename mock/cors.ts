/** Lets pages of other origins use a mock (https://fetch.spec.whatwg.org/#http-cors-protocol). */

import { isLoopback } from "../core/loopback.ts";
import type { Answer } from "./answer.ts";

/**
 * Reports whether an origin is a page of this computer, such as one from a development server.
 *
 * @param origin The header `Origin`. Only the spelling of browsers counts: `null`, other schemes and
 * names that merely begin or end like `localhost` are other origins.
 *
 * @example
 * ```ts
 * import { isLocalOrigin } from "./cors.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isLocalOrigin("http://localhost:5173"), true);
 * equal(isLocalOrigin("http://localhost.shop.example"), false);
 * ```
 */
export function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && url.origin === origin && /^https?:$/.test(url.protocol) &&
    isLoopback(url.hostname.replace(/^\[(.*)\]$/, "$1"));
}

/**
 * Allows pages to read a response.
 *
 * @param origin The origin of the pages; `*` for any.
 */
export function withCors(answer: Answer, origin = "*"): Answer {
  const headers = { "access-control-allow-origin": origin, "access-control-expose-headers": "*" };
  const varying = origin === "*" ? {} : { vary: "Origin" };
  return { ...answer, headers: { ...answer.headers, ...headers, ...varying } };
}

/** Reports whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") &&
    headers.has("access-control-request-method");
}

/**
 * Returns the response that allows the request after the preflight.
 *
 * @param origin The origin of the pages that may send the request; `*` for any.
 */
export function preflightAnswer({ headers }: Request, origin = "*"): Answer {
  const asked = "Access-Control-Request-Headers";
  return {
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
      "access-control-allow-headers": headers.get(asked) ?? "*",
      vary: origin === "*" ? asked : `Origin, ${asked}`,
    },
    body: new Uint8Array(0),
  };
}
