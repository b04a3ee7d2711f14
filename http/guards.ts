/** Middleware that rejects requests: load limits, Host and Origin, authentication, and body limits. */

import {
  hostHeaderValidationResponse,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { every } from "hono/combine";
import { networkOf } from "../core/client_network.ts";
import { createShares } from "../core/shares.ts";
import { TooManyChunks } from "./bounded_request.ts";
import { type HttpEnv, refuse } from "./exchange.ts";
import type { Gate } from "./gate.ts";

/** Maximum number of requests in flight. */
const MAX_IN_FLIGHT = 1024;

/** Maximum number of unauthenticated requests in flight. */
const MAX_UNAUTHENTICATED = 512;

/** Maximum number of unauthenticated requests in flight from one network. */
export const MAX_UNAUTHENTICATED_PER_NETWORK = 64;

/** Maximum number of requests in flight from one network. */
export const MAX_PER_NETWORK = 256;

/** Maximum number of requests in flight from one account, over all its keys and apps. */
export const MAX_PER_ACCOUNT = 128;

/** Maximum total size of the bodies in flight from one account, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * The paths that need an API key, an access token or a signed link. Requests for all other paths count as
 * unauthenticated.
 */
const KEYED = /^\/(?:mcp|metrics|projects)(?:\/|$)/;

/** Default timeout for receiving a body, in milliseconds. Most bodies are short. */
const BODY_TIMEOUT_MS = 10_000;

const CHALLENGE = 'Bearer realm="layerwright"';

/** Limits the number of requests in flight. */
export function limitLoad(inFlight: () => number): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (inFlight() <= MAX_IN_FLIGHT) return await next();
    return refuse(c, 503, "Too many calls at once", { "Retry-After": "1" });
  };
}

/** Limits the requests in flight from one network, and all unauthenticated requests in flight. */
export function limitClients(): MiddlewareHandler<HttpEnv> {
  const isStranger = (c: Context<HttpEnv>) => !KEYED.test(c.req.path);
  const network = (c: Context<HttpEnv>) => networkOf(c.var.client);
  const message = "Too many requests at once from your network";
  return every(
    limitAtOnce(MAX_PER_NETWORK, { subject: network, status: 429, message }),
    limitAtOnce(MAX_UNAUTHENTICATED_PER_NETWORK, {
      subject: (c) => isStranger(c) ? network(c) : null,
      status: 429,
      message,
    }),
    limitAtOnce(MAX_UNAUTHENTICATED, {
      subject: (c) => isStranger(c) ? "" : null,
      status: 503,
      message: "Too many requests at once",
    }),
  );
}

/** Limits requests in flight from one account. Runs after authentication. */
export function limitAccount(): MiddlewareHandler<HttpEnv> {
  return limitAtOnce(MAX_PER_ACCOUNT, {
    subject: (c) => c.var.principal.id,
    status: 429,
    message: "Too many requests at once from your account",
  });
}

/**
 * Limits the memory for bodies from one account. Runs after authentication. A body of unknown length counts
 * as if it had the maximum length.
 *
 * @param longest Maximum length of a body, in bytes.
 */
export function limitAccountBodies(longest: number): MiddlewareHandler<HttpEnv> {
  return limitAtOnce(MAX_BODY_BYTES, {
    subject: (c) => c.var.principal.id,
    count: (c) =>
      c.req.header("transfer-encoding") === undefined
        ? Math.min(Number(c.req.header("content-length") ?? 0), longest)
        : longest,
    status: 429,
    message: "Too many long requests at once from your account",
  });
}

interface AtOnce {
  /** Returns the subject that the limit applies to; `null` if the request is not limited. */
  subject(c: Context<HttpEnv>): string | null;
  /** Returns the part of the limit that the request uses. The default is 1. */
  count?(c: Context<HttpEnv>): number;
  readonly status: 429 | 503;
  readonly message: string;
}

function limitAtOnce(
  most: number,
  { subject, count = () => 1, status, message }: AtOnce,
): MiddlewareHandler<HttpEnv> {
  const shares = createShares(most);
  return async (c, next) => {
    const taker = subject(c);
    const leave = taker === null ? () => {} : shares.take(taker, count(c));
    if (leave === null) return refuse(c, status, message, { "Retry-After": "1" });
    c.var.whenSent.push(leave);
    return await next();
  };
}

/**
 * Rejects an unknown Host or Origin, to prevent DNS rebinding and cross-site requests.
 *
 * @param isPublic Reports whether pages of any origin may request a path.
 */
export function checkHost(
  allowedHosts: readonly string[],
  isPublic: (path: string) => boolean = () => false,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const hosts = [...allowedHosts];
    const refusal = hostHeaderValidationResponse(c.req.raw, hosts) ??
      (isPublic(c.req.path) ? undefined : originValidationResponse(c.req.raw, hosts));
    if (refusal === undefined) return await next();
    c.set("reason", "host or origin not allowed");
    return refusal;
  };
}

/**
 * Rejects unauthenticated requests, and sets `principal` for authenticated ones.
 *
 * @param metadata Returns the address of the protected resource metadata (RFC 9728), if there is one.
 */
export function checkBearer(
  gate: Gate,
  metadata: () => string | undefined = () => undefined,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set("metadata", metadata());
    if (holdsKey(c.req.url)) {
      const reason = "Send the key as a bearer token, never in the URL";
      return refuse(c, 400, reason, challenge(c, "invalid_request"));
    }
    const authorization = c.req.header("authorization");
    const principal = await gate(authorization, c.var.client);
    if (principal === null) {
      return authorization === undefined
        ? refuse(c, 401, "Missing API key", challenge(c))
        : refuse(c, 401, "Wrong API key", challenge(c, "invalid_token"));
    }
    c.set("principal", principal);
    return await next();
  };
}

/**
 * Returns the `WWW-Authenticate` header (RFC 6750, RFC 9728).
 *
 * @param error The error code; omitted if the request had no credentials.
 * @param scope The required scope.
 */
export function challenge(
  c: Context<HttpEnv>,
  error?: string,
  scope?: string,
): { "WWW-Authenticate": string } {
  const { metadata } = c.var;
  const parts = [
    CHALLENGE,
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
    ...(metadata === undefined ? [] : [`resource_metadata="${metadata}"`]),
  ];
  return { "WWW-Authenticate": parts.join(", ") };
}

/**
 * Reads a body for the handler, and rejects bodies that are too long or too slow.
 *
 * @param most Maximum length, in bytes.
 * @param withinMs Timeout, in milliseconds.
 */
export function limitBody(
  most: number,
  withinMs = BODY_TIMEOUT_MS,
): MiddlewareHandler<HttpEnv> {
  const limit = bodyLimit({
    maxSize: most,
    onError: (c) => tooLong(c as Context<HttpEnv>, most),
  });
  return async (c, next) => {
    const read = readLimited(c, most, limit);
    const refused = await within(
      withinMs,
      read.catch((problem): Response => refuseBroken(c, problem)),
    );
    if (refused === LATE) {
      const message = `The body took longer than ${withinMs / 1000} seconds`;
      return refuse(c, 408, message, { Connection: "close" });
    }
    return refused ?? await next();
  };
}

/**
 * Reads a body within the limit. Hono keeps the text for the handler.
 *
 * @returns The response that rejects the body, if it is too long.
 */
async function readLimited(
  c: Context<HttpEnv>,
  most: number,
  limit: MiddlewareHandler<HttpEnv>,
): Promise<Response | void> {
  const length = c.req.header("content-length");
  if (length !== undefined && c.req.header("transfer-encoding") === undefined) {
    // The declared length can be trusted: the HTTP server reads at most this many bytes, and rejects a length
    // that is not a number.
    if (Number(length) > most) return tooLong(c, most);
    return void await c.req.text();
  }
  const { url, method, headers, body } = c.req.raw;
  if (body === null) return;
  // The new request gets no signal, because Deno would print a warning.
  c.req.raw = new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
  return await limit(c, async () => void await c.req.text());
}

/** Rejects a body that ended early, has malformed chunks, or has too many chunks. */
function refuseBroken(c: Context<HttpEnv>, problem: unknown): Response {
  // Any other error means that the body is incomplete or malformed. The runtime has no common error for such
  // bodies.
  if (!(problem instanceof TooManyChunks)) {
    return refuse(c, 400, "The body is incomplete or malformed");
  }
  const message = `${problem.message}; send fewer and larger ones`;
  return refuse(c, 413, message, { Connection: "close" });
}

function tooLong(c: Context<HttpEnv>, most: number): Response {
  return refuse(c, 413, `Body longer than ${most} bytes`);
}

const LATE: unique symbol = Symbol("late");

/** Awaits a promise, but only until a timeout. Resolves with `LATE` if the promise is too late. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reports whether a URL has a parameter that looks like a key. Keys must not be in URLs, which end up in logs
 * and histories.
 */
function holdsKey(url: string): boolean {
  if (!url.includes("?")) return false;
  const names = [...new URL(url).searchParams.keys()];
  return names.some((name) =>
    /(?:^|[-_])(?:api)?(?:auth|authorization|bearer|key|secret|token)$/i.test(name)
  );
}
