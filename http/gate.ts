/** Who may come in. */

import { createHash, timingSafeEqual } from "node:crypto";
import { type Scope, SCOPES } from "../core/scopes.ts";

/** Somebody whom a gate let in. */
export interface Principal {
  /** Who it is. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** Looks at a request's `Authorization`; `null` keeps the request out. */
export type Gate = (
  authorization: string | undefined,
) => Principal | null | Promise<Principal | null>;

/** Whoever uses the server of one person. */
const LOCAL: Principal = { id: "local", scopes: new Set(SCOPES) };

/** Lets everybody in, for servers that only this computer reaches. */
export const openGate: Gate = () => LOCAL;

/**
 * Lets in whoever bears a key (RFC 6750).
 *
 * @example
 * ```ts
 * import { keyGate } from "./gate.ts";
 * import { equal } from "node:assert/strict";
 *
 * const gate = keyGate("correct-horse-battery");
 * equal((await gate("Bearer correct-horse-battery"))?.id, "local");
 * equal(await gate("Bearer wrong-horse-battery"), null);
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

/** The token in an `Authorization` header; `null` if there is none. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^bearer +([!-~]+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

function digest(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}
