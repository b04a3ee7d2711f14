/** Finds the endpoint that a command names. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { Project } from "../../project/project.ts";
import { urlPrefix } from "../../project/layout/layout.ts";
import type { EndpointRecord, RouteRecord } from "../../project/records/route_record.ts";
import type { Records } from "../../project/records/records.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { hasCode } from "../compare/generated_definitions.ts";
import { notGenerated } from "../plans/route_missing.ts";

/** The words that name an endpoint. */
export interface EndpointName {
  readonly route: string;
  /** `null` for the route's own path. */
  readonly subroute: string | null;
  /** The HTTP method in upper case; `null` if the path has only one. */
  readonly method: string | null;
}

/** A generated endpoint, and the record of its route. */
export interface NamedEndpoint {
  readonly record: RouteRecord;
  readonly endpoint: EndpointRecord;
}

/** Finds a generated endpoint, or returns the error that explains why there is none. */
export function namedEndpoint(
  name: EndpointName,
  { routes }: Records,
  project: Project,
): NamedEndpoint | Diagnostic {
  const { route, subroute, method } = name;
  const record = routes.get(route);
  const own = record?.endpoints.filter((each) => each.subroute === subroute) ?? [];
  const found = own.filter((each) => method === null || each.method === method);
  const [endpoint, second] = found;
  if (record === undefined || endpoint === undefined) {
    return ownCode(name, project) ?? missing(name, own, record, [...routes.keys()]);
  }
  if (second !== undefined) return severalMethods(endpoint, found);
  if (hasCode(endpoint)) return { record, endpoint };
  return ownCode({ ...name, method: endpoint.method }, project, endpoint.path) ??
    missing(name, [], record, []);
}

/** Returns the error for code that people wrote; `null` if there is none. */
function ownCode(
  { route, subroute, method }: EndpointName,
  { routes }: Project,
  path: string = urlPrefix(route) + (subroute === null ? "" : `/${subroute}`),
): Diagnostic | null {
  const all = routes.flatMap(({ endpoints }) => endpoints);
  const found = all.find((each) =>
    each.methods?.some((other) =>
      (method === null || other === method) &&
      requestKey(other, each.path ?? "?") === requestKey(other, path)
    )
  );
  if (found === undefined) return null;
  const label = `${method ?? found.methods?.join(",")} ${printedPath(path)}`;
  const message = `${label} in ${found.file}:${found.line} is your code. Nothing was written.`;
  return error("conflict-edited", message, { hint: "Change it there" });
}

function severalMethods(
  { path }: EndpointRecord,
  found: readonly EndpointRecord[],
): Diagnostic {
  const methods = found.map((each) => each.method);
  const message = `'${printedPath(path)}' has ${methods.join(" and ")}.`;
  return error("type-invalid", message, { hint: `Choose one: --type ${methods[0]}` });
}

function missing(
  { route, subroute, method }: EndpointName,
  own: readonly EndpointRecord[],
  record: RouteRecord | undefined,
  routes: readonly string[],
): Diagnostic {
  if (record === undefined || record.endpoints.length === 0) {
    return notGenerated(`Route '${quotable(route)}'`, route, routes);
  }
  const [first] = own;
  if (first !== undefined) {
    const methods = own.map((each) => each.method);
    const message = `'${printedPath(first.path)}' has no ${method} but ${methods.join(" and ")}.`;
    return error("type-invalid", message, { hint: `Choose one: --type ${methods[0]}` });
  }
  const names = [...new Set(record.endpoints.flatMap((each) => each.subroute ?? []))];
  if (subroute !== null) {
    return notGenerated(`Subroute '${quotable(subroute)}' of route '${route}'`, subroute, names);
  }
  const message = `Route '${route}' has no endpoint at its own path.`;
  return error("route-missing", message, {
    hint: `Name a subroute: layerwright change subroute ${route} ${names[0] ?? "<subroute>"}`,
  });
}
