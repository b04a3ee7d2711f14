/** URL paths, formatted for people and for comparisons. */

const PARAMETER = /<(?:([^<>:]+):)?([^<>:]+)>/g;

/**
 * Writes a Flask path as specs do.
 *
 * @example
 * ```ts
 * import { printedPath } from "./url_paths.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(printedPath("/users/<int:user_id>/<name>"), "/users/{user_id:int}/{name}");
 * ```
 */
export function printedPath(path: string): string {
  return path.replace(
    PARAMETER,
    (_, converter: string | undefined, name: string) =>
      converter === undefined || converter === "string" ? `{${name}}` : `{${name}:${converter}}`,
  );
}

/** Returns a key that is equal for paths that match the same requests, ignoring the types of parameters. */
export function comparablePath(path: string): string {
  const named = printedPath(path).replace(/\{[^{}]*\}/g, "{}");
  return named.length > 1 ? named.replace(/\/+$/, "") : named;
}
