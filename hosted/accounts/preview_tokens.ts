/** Tokens in the addresses of previews. Each gives access to the mocks of one project for some weeks. */

import { isMacOf, macOf } from "./server_secret.ts";

/** The project that a token gives access to. */
export interface PreviewTarget {
  /** The project's id. A project of the same name that is created later has another one. */
  readonly projectId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Maximum length of a token. */
const LONGEST = 200;

/**
 * Creates a token, which is safe in URLs.
 *
 * @example
 * ```ts
 * import { signPreview, verifyPreview } from "./preview_tokens.ts";
 * import { equal } from "node:assert/strict";
 *
 * const token = signPreview("secret", { projectId: "prj_1", expiresAt: 1000 });
 * equal(verifyPreview("secret", token, 999), "prj_1");
 * equal(verifyPreview("secret", token, 1000), null);
 * equal(verifyPreview("other secret", token, 999), null);
 * ```
 */
export function signPreview(secret: string, { projectId, expiresAt }: PreviewTarget): string {
  const signed = `${projectId}.${expiresAt}`;
  return `${signed}.${macOf(secret, "preview", signed)}`;
}

/**
 * Returns the id of a token's project.
 *
 * @param now Milliseconds since 1970.
 * @returns `null` if the token has expired or its signature is invalid.
 */
export function verifyPreview(secret: string, token: string, now: number): string | null {
  if (token.length > LONGEST) return null;
  const [, signed = "", projectId = "", expiresAt, mac = ""] =
    /^(([\w-]+)\.([0-9]+))\.([\w-]+)$/.exec(token) ?? [];
  if (!isMacOf(mac, secret, "preview", signed)) return null;
  return now < Number(expiresAt) ? projectId : null;
}
