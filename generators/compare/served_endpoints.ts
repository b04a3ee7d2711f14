/** The endpoints that a project serves before a run, or that people deleted. */

import type { Snapshot } from "../../core/change_set.ts";
import { analyzeRoutes } from "../../project/routing/analysis.ts";
import { readFlaskModule } from "../../project/routing/flask_module.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { hasCode } from "./generated_definitions.ts";

/**
 * Returns a function that reports whether a project serves an endpoint, at its full path or,
 * because people may have changed the blueprint's prefix, at its rule in the route's module.
 * Endpoints that were generated for any route count as served, too. Analyzes the project at most
 * once.
 *
 * @param files The project's Python files.
 * @param routes The recorded routes.
 */
export function servedEndpoints(
  files: Snapshot,
  routes: ReadonlyMap<string, RouteRecord>,
): (endpoint: Endpoint) => boolean {
  let served: ReadonlySet<string> | undefined;
  return ({ route, method, prefix, rule }) => {
    served ??= new Set([
      ...servedPaths(files),
      ...rulesInModules(files),
      ...generatedPaths(routes),
    ]);
    return served.has(requestKey(method, prefix + rule)) ||
      served.has(`${route} ${requestKey(method, rule)}`);
  };
}

/**
 * Lists the endpoints that were generated, including deleted endpoints, which stay deleted even if
 * the spec gives their route another name.
 */
function generatedPaths(routes: ReadonlyMap<string, RouteRecord>): readonly string[] {
  return [...routes.values()].flatMap(({ endpoints }) => endpoints).filter(hasCode)
    .map(({ method, path }) => requestKey(method, path));
}

function servedPaths(files: Snapshot): readonly string[] {
  return analyzeRoutes(files).flatMap(({ endpoints }) => endpoints)
    .filter(({ registered }) => registered).flatMap(({ methods, path }) =>
      (methods ?? []).map((method) => requestKey(method, path ?? "?"))
    );
}

function rulesInModules(files: Snapshot): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    const route = DEFAULT_LAYOUT.routeOf(path);
    if (route === null) return [];
    return readFlaskModule(text).endpoints.flatMap(({ methods, rule }) =>
      (methods ?? []).map((method) => `${route} ${requestKey(method, rule ?? "?")}`)
    );
  });
}
