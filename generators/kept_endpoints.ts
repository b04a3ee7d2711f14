/** Endpoints of a project that are not in its spec. */

import { type Diagnostic, info } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { counted } from "../core/report.ts";
import { analyzeRouteFile } from "../project/analysis.ts";
import { urlPrefix } from "../project/layout.ts";
import { readFlaskModule } from "../project/flask_module.ts";

/**
 * Lists the endpoints of a route's module that the generated module lacks. A command, a person or an
 * earlier spec may have added them. They cannot be told apart, so all of them stay.
 *
 * @returns Endpoints such as `GET /users/active`.
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

/** Lists the endpoints in the module of a route that is not in the spec. */
export function routeEndpointsOf(path: ProjectPath, text: string): readonly string[] {
  return analyzeRouteFile(path, text).flatMap(({ endpoints }) => endpoints)
    .flatMap(({ methods, path }) => (methods ?? ["?"]).map((method) => `${method} ${path ?? "?"}`));
}

/** Reports the endpoints that are not in the spec, if there are any. */
export function keptEndpoints(extra: readonly string[]): readonly Diagnostic[] {
  if (extra.length === 0) return [];
  const list = extra.join(", ");
  const verb = extra.length === 1 ? "is" : "are";
  const message = `Kept ${counted(extra.length, "endpoint")} that ${verb} not in the spec: ${list}`;
  return [info("endpoints-kept", message)];
}
