/** Endpoints that a run would serve a second time. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { ComparedEndpoint, EndpointState } from "./project_state.ts";

/**
 * Returns the error for a run after which two handlers would serve one endpoint, because the spec
 * moves an endpoint to a path that other code serves. Flask would call only one of the two.
 *
 * @param before The endpoints before the run. Endpoints that were already served twice are no error
 * of the run.
 * @returns `null` if the run adds no second handler to an endpoint.
 */
export function servedTwice(
  after: readonly ComparedEndpoint[],
  before: () => readonly ComparedEndpoint[],
): Diagnostic | null {
  const twice = [...handlersByRequest(after)].filter(([, handlers]) => handlers.length > 1);
  if (twice.length === 0) return null;
  const known = handlersByRequest(before());
  const added = twice.filter(([key, { length }]) => length > (known.get(key)?.length ?? 0));
  const [first, ...others] = added;
  if (first === undefined) return null;
  const lines = [first, ...others].map(([, handlers]) => `  ${described(handlers)}`);
  const message = "The spec moves endpoints to paths that other code serves. Nothing was written.";
  return error("conflict-path", [message, ...lines].join("\n"), {
    hint: "Give them other paths in the spec, or remove the other code first",
  });
}

function handlersByRequest(
  all: readonly ComparedEndpoint[],
): ReadonlyMap<string, readonly EndpointState[]> {
  const served = all.map(({ state }) => state).filter(({ state, method, path, file }) =>
    file !== null && state !== "unregistered" && method !== "?" && path !== "?"
  );
  return Map.groupBy(served, ({ method, path }) => requestKey(method, path));
}

function described(handlers: readonly EndpointState[]): string {
  const [{ method, path } = { method: "", path: "" }] = handlers;
  const files = [...new Set(handlers.map(({ file }) => file))].sort();
  return `${method} ${path}  ${files.join(", ")}`;
}
