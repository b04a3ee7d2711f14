/** Lets pages of any origin use a mock (https://fetch.spec.whatwg.org/#http-cors-protocol). */

import type { Answer } from "./answer.ts";

/** Allows pages of any origin to read a response. */
export function withCors(answer: Answer): Answer {
  const headers = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Reports whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin") &&
    headers.has("access-control-request-method");
}

/** Returns the response that allows the request after the preflight. */
export function preflightAnswer({ headers }: Request): Answer {
  return {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
      "access-control-allow-headers": headers.get("access-control-request-headers") ?? "*",
      vary: "Access-Control-Request-Headers",
    },
    body: new Uint8Array(0),
  };
}
