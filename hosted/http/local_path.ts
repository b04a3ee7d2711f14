/** Safe redirects within this server. */

/** The page after a login. */
export const HOME = "/";

/** Maximum length of a path in characters. */
const MAX_LENGTH = 2_000;

/**
 * Returns a path if it leads to this server, or otherwise {@linkcode HOME}.
 *
 * @example
 * ```ts
 * import { localPath } from "./local_path.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(localPath("/people?a=b"), "/people?a=b");
 * equal(localPath("//evil.example"), "/");
 * ```
 */
export function localPath(path: string): string {
  const base = "http://localhost";
  const url = path.startsWith("/") && path.length <= MAX_LENGTH ? URL.parse(path, base) : null;
  // `/.//evil.example` is normalized to `//evil.example`, which names another server.
  const isLocal = url?.origin === base && !url.pathname.startsWith("//");
  return isLocal ? url.pathname + url.search : HOME;
}
