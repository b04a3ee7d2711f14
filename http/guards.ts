/** What a request passes before anything is done for it. */

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

/** More calls at once than a machine can have use for. */
const MOST_IN_FLIGHT = 1024;

/** Maximum requests in flight without a key: pages, and what programs ask before they have one. */
const MOST_STRANGERS = 512;

/** Maximum of those from one network. */
export const MOST_STRANGERS_PER_NETWORK = 64;

/** Maximum requests in flight from one network. */
export const MOST_PER_NETWORK = 256;

/** Maximum requests in flight of one account, with all of its keys and apps. */
export const MOST_PER_ACCOUNT = 128;

/** Maximum bytes of the bodies of one account's requests in flight. */
export const MOST_BODY_BYTES = 64 * 1024 * 1024;

/** Where a key is asked for before anything else is done. */
const KEYED = /^\/(?:mcp|metrics|projects)(?:\/|$)/;

/** How long a body may take, in milliseconds: forms and what programs ask are short. */
const BODY_TIMEOUT_MS = 10_000;

const CHALLENGE = 'Bearer realm="layerwright"';

/** Refuses more requests at once than a server can answer. */
export function limitLoad(inFlight: () => number): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (inFlight() <= MOST_IN_FLIGHT) return await next();
    return refuse(c, 503, "Too many calls at once", { "Retry-After": "1" });
  };
}

/** Refuses more requests at once from one network, and without a key, than leave room for others. */
export function limitClients(): MiddlewareHandler<HttpEnv> {
  const isStranger = (c: Context<HttpEnv>) => !KEYED.test(c.req.path);
  const network = (c: Context<HttpEnv>) => networkOf(c.var.client);
  const message = "Too many requests at once from your network";
  return every(
    limitAtOnce(MOST_PER_NETWORK, { subject: network, status: 429, message }),
    limitAtOnce(MOST_STRANGERS_PER_NETWORK, {
      subject: (c) => isStranger(c) ? network(c) : null,
      status: 429,
      message,
    }),
    limitAtOnce(MOST_STRANGERS, {
      subject: (c) => isStranger(c) ? "" : null,
      status: 503,
      message: "Too many requests at once",
    }),
  );
}

/** Refuses more requests at once from one account, which the gate knows, than leave room for others. */
export function limitAccount(): MiddlewareHandler<HttpEnv> {
  return limitAtOnce(MOST_PER_ACCOUNT, {
    subject: (c) => c.var.principal.id,
    status: 429,
    message: "Too many requests at once with your account's keys",
  });
}

/**
 * Refuses bodies of an account, which the gate knows, that would take up more memory than leaves room
 * for others. A body without a length counts as the longest.
 *
 * @param longest Maximum length of a body in bytes.
 */
export function limitAccountBodies(longest: number): MiddlewareHandler<HttpEnv> {
  return limitAtOnce(MOST_BODY_BYTES, {
    subject: (c) => c.var.principal.id,
    count: (c) =>
      c.req.header("transfer-encoding") === undefined
        ? Math.min(Number(c.req.header("content-length") ?? 0), longest)
        : longest,
    status: 429,
    message: "Too many long requests at once with your account's keys",
  });
}

interface AtOnce {
  /** Whose places a request takes; `null` if it needs none. */
  subject(c: Context<HttpEnv>): string | null;
  /** How many places it takes; one if left out. */
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

/** Refuses requests that call the server by another name, or come from pages of others. */
export function checkHost(allowedHosts: readonly string[]): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const hosts = [...allowedHosts];
    const stranger = hostHeaderValidationResponse(c.req.raw, hosts) ??
      originValidationResponse(c.req.raw, hosts);
    if (stranger === undefined) return await next();
    c.set("reason", "host or origin not allowed");
    return stranger;
  };
}

/**
 * Refuses whoever the gate does not know, and lets handlers know the others as `principal`.
 *
 * @param metadata The address of what says who lets people in (RFC 9728), where there is one.
 */
export function checkBearer(
  gate: Gate,
  metadata: () => string | undefined = () => undefined,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set("metadata", metadata());
    if (holdsKey(c.req.url)) {
      const reason = "Send the key as a bearer token, never in the address";
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

/** The header that says how to come in (RFC 6750, RFC 9728), and why one did not. */
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
 * Reads a body for whoever handles it, and refuses one that is too long, or takes too long.
 *
 * @param most In bytes.
 * @param withinMs In milliseconds.
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

/** @returns The answer that refuses the body. Otherwise, Hono keeps the text for the handler. */
async function readLimited(
  c: Context<HttpEnv>,
  most: number,
  limit: MiddlewareHandler<HttpEnv>,
): Promise<Response | void> {
  const length = c.req.header("content-length");
  if (length !== undefined && c.req.header("transfer-encoding") === undefined) {
    // The server reads no more than it says, and refuses what is no number.
    if (Number(length) > most) return tooLong(c, most);
    return void await c.req.text();
  }
  const { url, method, headers, body } = c.req.raw;
  if (body === null) return;
  // Without the signal, of whose copies Deno warns.
  c.req.raw = new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
  return await limit(c, async () => void await c.req.text());
}

/**
 * Refuses what a client sent that went away, or whose chunks are none. Errors of the runtime differ
 * here.
 */
function refuseBroken(c: Context<HttpEnv>, problem: unknown): Response {
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

/** What a promise is fulfilled with; `LATE` if it is not in time. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | typeof LATE> {
  const { promise: late, resolve } = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(resolve, ms, LATE);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an address carries what looks like a key: addresses end up in logs and histories. */
function holdsKey(url: string): boolean {
  if (!url.includes("?")) return false;
  const names = [...new URL(url).searchParams.keys()];
  return names.some((name) =>
    /(?:^|[-_])(?:api)?(?:auth|authorization|bearer|key|secret|token)$/i.test(name)
  );
}
