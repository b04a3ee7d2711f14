/** Endpoints that a project answers beyond what its spec asks for. */

import { type Diagnostic, info } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { counted } from "../core/report.ts";
import { analyzeRouteFile } from "../project/analysis.ts";
import { urlPrefix } from "../project/layout.ts";
import { readFlaskModule } from "../project/flask_module.ts";

/**
 * Lists what a route's module answers and a generated one does not: endpoints that came from a command,
 * from people, or from an earlier spec. Nothing tells these apart, so all of them stay.
 *
 * @returns Such as `GET /users/active`.
 *
 * @example
 * ```ts
 * import { extraEndpoints } from "./kept_endpoints.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const module = 'b = Blueprint("users", __name__)\n\n\n@b.get("/active")\ndef get_active(): ...\n';
 * deepEqual(extraEndpoints("users", module, ""), ["GET /users/active"]);
 * ```
 */
export function extraEndpoints(route: string, text: string, generated: string): readonly string[] {
  const wanted = new Set(endpointsOf(route, generated));
  return endpointsOf(route, text).filter((endpoint) => !wanted.has(endpoint));
}

function endpointsOf(route: string, text: string): string[] {
  return readFlaskModule(text).endpoints.flatMap(({ methods, rule }) =>
    (methods ?? []).map((method) => `${method} ${urlPrefix(route)}${rule ?? "/?"}`)
  );
}

/** Lists the endpoints of a route that the spec does not have at all, from the text of its module. */
export function routeEndpointsOf(path: ProjectPath, text: string): readonly string[] {
  return analyzeRouteFile(path, text).flatMap(({ endpoints }) => endpoints)
    .flatMap(({ methods, path }) => (methods ?? ["?"]).map((method) => `${method} ${path ?? "?"}`));
}

/** Names the endpoints that the spec does not have; no diagnostic if it has them all. */
export function keptEndpoints(extra: readonly string[]): readonly Diagnostic[] {
  if (extra.length === 0) return [];
  const list = extra.join(", ");
  const message = `Kept ${counted(extra.length, "endpoint")} that the spec does not have: ${list}`;
  return [info("endpoints-kept", message)];
}
