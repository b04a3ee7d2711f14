/** Authentication: turns a request's `Authorization` header into a principal. */

import { createHash, timingSafeEqual } from "node:crypto";
import type { ChangeAuthor } from "../core/history.ts";
import { SCOPES } from "../core/scopes.ts";

/** The identity behind a change: an account, or the user of a local server. */
export interface Actor {
  readonly id: string;
  /** The client's address; `null` where it is not recorded. */
  readonly client: string | null;
  /** The author to record in histories; `null` if histories record no author. */
  readonly author: ChangeAuthor | null;
}

/** An authenticated caller. */
export interface Principal extends Actor {
  /** The scopes of the caller's key or token. A server may have more scopes than those of the tools. */
  readonly scopes: ReadonlySet<string>;
  /** Whether the caller may operate the server itself. */
  readonly isOperator: boolean;
  /** Rate-limit subject; `null` if unlimited. */
  readonly subject: string | null;
}

/**
 * Authenticates a request.
 *
 * @param authorization The value of the `Authorization` header.
 * @param client The client's address.
 * @returns The caller; `null` for missing or invalid credentials.
 */
export type Gate = (
  authorization: string | undefined,
  client: string,
) => Principal | null | Promise<Principal | null>;

/** The user of a local server. */
const LOCAL: Principal = {
  id: "local",
  scopes: new Set(SCOPES),
  client: null,
  author: null,
  isOperator: true,
  subject: null,
};

/** Accepts every request. This gate is only for servers that other computers cannot reach. */
export const openGate: Gate = () => LOCAL;

/**
 * Creates a gate that requires a key as a bearer token (RFC 6750).
 *
 * @example
 * ```ts
 * import { keyGate } from "./gate.ts";
 * import { equal } from "node:assert/strict";
 *
 * const gate = keyGate("correct-horse-battery");
 * equal((await gate("Bearer correct-horse-battery", "127.0.0.1"))?.id, "local");
 * equal(await gate("Bearer wrong-horse-battery", "127.0.0.1"), null);
 * ```
 */
export function keyGate(key: string): Gate {
  const expected = digest(key);
  return (authorization) => {
    const given = bearerOf(authorization);
    if (given === null) return null;
    return timingSafeEqual(digest(given), expected) ? LOCAL : null;
  };
}

/** Returns the bearer token in an `Authorization` header, or `null`. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^bearer +([!-~]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

function digest(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}
