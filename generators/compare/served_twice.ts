/** Endpoints that a run would serve a second time. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { EndpointCase } from "./endpoint_case.ts";

/**
 * Returns the error for a run after which two handlers would serve one endpoint, because the spec
 * moves an endpoint to a path that other code serves. Flask would call only one of the two.
 *
 * @param before The endpoints before the run. Endpoints that were already served twice are no error
 * of the run.
 * @returns `null` if the run adds no second handler to an endpoint.
 */
export function servedTwice(
  after: readonly EndpointCase[],
  before: () => readonly EndpointCase[],
): Diagnostic | null {
  const twice = [...byRequest(after)].filter(([, cases]) => cases.length > 1);
  if (twice.length === 0) return null;
  const known = byRequest(before());
  const added = twice.filter(([key, { length }]) => length > (known.get(key)?.length ?? 0));
  const [first, ...others] = added;
  if (first === undefined) return null;
  const lines = [first, ...others].map(([, cases]) => `  ${described(cases)}`);
  const message = "The spec moves endpoints to paths that other code serves. Nothing was written.";
  return error("conflict-path", [message, ...lines].join("\n"), {
    hint: "Give them other paths in the spec, or remove the other code first",
  });
}

function byRequest(all: readonly EndpointCase[]): ReadonlyMap<string, readonly EndpointCase[]> {
  const served = all.filter(({ handler, method, path }) =>
    handler?.registered && method !== "?" && path !== "?"
  );
  return Map.groupBy(served, ({ method, path }) => requestKey(method, path));
}

function described(cases: readonly EndpointCase[]): string {
  const [{ method, path } = { method: "", path: "" }] = cases;
  const files = [...new Set(cases.map(({ handler }) => handler?.file ?? ""))].sort();
  return `${method} ${path}  ${files.join(", ")}`;
}
