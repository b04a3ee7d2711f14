/** Tokens in the addresses of previews. Each token gives access to the mocks of one project for some weeks. */

import { isMacOf, macOf } from "./server_secret.ts";

/** The project that a token gives access to. */
export interface PreviewTarget {
  /** The project's id. A project that is created later under the same name has another id. */
  readonly projectId: string;
  /** The number of earlier revocations of the project's previews. */
  readonly generation: number;
}

/** Maximum length of a token. */
const MAX_LENGTH = 200;

/**
 * Creates a token, which is safe in URLs.
 *
 * @param expiresAt Milliseconds since 1970.
 *
 * @example
 * ```ts
 * import { signPreview, verifyPreview } from "./preview_tokens.ts";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const target = { projectId: "prj_1", generation: 0 };
 * const token = signPreview("secret", target, 1000);
 * deepEqual(verifyPreview("secret", token, 999), target);
 * equal(verifyPreview("secret", token, 1000), null);
 * equal(verifyPreview("other secret", token, 999), null);
 * ```
 */
export function signPreview(
  secret: string,
  { projectId, generation }: PreviewTarget,
  expiresAt: number,
): string {
  const signed = `${projectId}.${generation}.${expiresAt}`;
  return `${signed}.${macOf(secret, "preview", signed)}`;
}

/**
 * Returns the target of a token. The caller must check that the target's generation was not revoked.
 *
 * @param now Milliseconds since 1970.
 * @returns `null` if the token has expired or its signature is invalid.
 */
export function verifyPreview(secret: string, token: string, now: number): PreviewTarget | null {
  if (token.length > MAX_LENGTH) return null;
  const [, signed = "", projectId = "", generation, expiresAt, mac = ""] =
    /^(([\w-]+)\.([0-9]+)\.([0-9]+))\.([\w-]+)$/.exec(token) ?? [];
  if (!isMacOf(mac, secret, "preview", signed)) return null;
  return now < Number(expiresAt) ? { projectId, generation: Number(generation) } : null;
}
