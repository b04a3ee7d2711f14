/** Who may come in. */

import { createHash, timingSafeEqual } from "node:crypto";

/** Somebody whom a gate let in. */
export interface Principal {
  /** Who it is. */
  readonly id: string;
}

/** Looks at a request's `Authorization`; `null` keeps the request out. */
export type Gate = (authorization: string | undefined) => Principal | null;

const LOCAL: Principal = { id: "local" };

/** Lets everybody in, for servers that only this computer reaches. */
export const openGate: Gate = () => LOCAL;

/**
 * Lets in whoever bears a key (RFC 6750).
 *
 * @example
 * ```ts
 * import { keyGate } from "./gate.ts";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const gate = keyGate("correct-horse-battery");
 * deepEqual(gate("Bearer correct-horse-battery"), { id: "local" });
 * equal(gate("Bearer wrong-horse-battery"), null);
 * ```
 */
export function keyGate(key: string): Gate {
  const expected = digest(key);
  return (authorization) => {
    const [, given] = /^bearer +([!-~]+)$/i.exec(authorization ?? "") ?? [];
    if (given === undefined) return null;
    return timingSafeEqual(digest(given), expected) ? LOCAL : null;
  };
}

function digest(key: string): Uint8Array {
  return createHash("sha256").update(key).digest();
}
