/** Finds endpoints that would answer the same requests. */

import type { EndpointSpec } from "./api_spec.ts";
import type { Problem } from "./findings.ts";
import { HEALTH_URL } from "./spec_path.ts";

/** The endpoints of a route or a subroute, with their full path. */
export interface PlacedPath {
  /** The full path, in its normal form. */
  readonly path: string;
  readonly endpoints: readonly Pick<EndpointSpec, "method">[];
  /** Whether the spec sets the path or its prefix. Otherwise, both come from names. */
  readonly isNamed: boolean;
  /** Offset of the path in the spec's text. */
  readonly at: number;
  /** The keys that lead to the route or subroute in the spec. */
  readonly keys: readonly string[];
  /** The words for it in messages, such as `subroute 'cart' of route 'carts'`. */
  readonly words: string;
}

/**
 * Finds endpoints with the same method and path, and paths that differ only in the names or types of
 * their parameters.
 *
 * @param hintOfSame The hint for endpoints with the same method and path.
 */
export function overlappingPaths(
  paths: readonly PlacedPath[],
  hintOfSame = "Give one of them another 'path'",
): readonly Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, PlacedPath>();
  const owners = new Map<string, PlacedPath>();
  for (const placed of paths) {
    const { path, endpoints, isNamed, at, keys, words } = placed;
    const report = (message: string, hint: string) =>
      problems.push({ code: "spec-path", message, at, path: keys, hint });
    if (path === HEALTH_URL) {
      report(`Path '${path}' of ${words} is the health check's.`, "Choose another path");
    }
    const form = path.includes("{") ? path.replace(/\{[^{}]*\}/g, "{}") : path;
    const first = seen.get(form);
    if (first === undefined) seen.set(form, placed);
    if (first !== undefined && first.path !== path) {
      const message = `Path '${path}' of ${words} differs from '${first.path}' of ` +
        `${first.words} only in names or types of parameters.`;
      report(message, "Write the parameters the same way in both");
      continue;
    }
    // If both paths come from names, the names are the same, and another error reports that.
    for (const { method } of endpoints) {
      const key = `${method} ${path}`;
      const other = owners.get(key);
      if (other === undefined) owners.set(key, placed);
      if (other === undefined || other === placed || !isNamed && !other.isNamed) continue;
      const message = `${method} ${path} is in ${other.words} and in ${words}.`;
      report(message, hintOfSame);
    }
  }
  return problems;
}
