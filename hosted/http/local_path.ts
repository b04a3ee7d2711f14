/** Where people may be led within this server. */

/** Where people go who are in. */
export const HOME = "/";

/** Longer ones are none of ours. */
const LONGEST = 2_000;

/**
 * A path of this server; anything else leads home.
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
  const url = path.startsWith("/") && path.length <= LONGEST ? URL.parse(path, base) : null;
  // `/.//evil.example` is a path, of which two slashes are left: then comes a server's name.
  const isLocal = url?.origin === base && !url.pathname.startsWith("//");
  return isLocal ? url.pathname + url.search : HOME;
}
