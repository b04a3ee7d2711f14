/** Writes the text of a spec. */

import type { Json } from "../core/json.ts";
import { layoutJson } from "../core/json_layout.ts";
import { list, number, object, text } from "../core/json_nodes.ts";
import { listJson } from "./list.ts";
import { asResource } from "./as_resource.ts";
import { DEFAULT_ID_FIELD, type Resource } from "./resource.ts";
import { defaultStatus, type EndpointSpec, type RouteSpec, type SubrouteSpec } from "./api_spec.ts";

/**
 * Number of outer levels that always break into lines: the whole object, and its routes. So each
 * route starts on its own line, and people can easily add more.
 */
const OPEN_LEVELS = 2;

/**
 * Writes the routes of a spec in the shortest notation. Reading the text gives the same routes.
 *
 * @param description The description of the API; `null` without one.
 *
 * @example
 * ```ts
 * import { specText } from "./spec_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * const endpoints = [{ method: "POST", status: 201, mock: null }] as const;
 * const route = { name: "carts", path: "/carts", endpoints, subroutes: [] };
 * equal(specText([route]), '{\n  "routes": {\n    "carts": { "type": "POST" }\n  }\n}\n');
 * ```
 */
export function specText(routes: readonly RouteSpec[], description: string | null = null): string {
  const spec = object([
    ["project", description === null ? undefined : object([["description", text(description)]])],
    ["routes", object(routes.map((route) => [route.name, routeObject(route)]))],
  ]);
  return layoutJson(spec, OPEN_LEVELS);
}

function routeObject(route: RouteSpec): Json {
  const resource = asResource(route);
  const subroutes = (resource === null ? route.subroutes : route.subroutes.slice(1))
    .map((each) => [each.name, object([...path(each), ...methods(each)])] as const);
  return object([
    ...path(route),
    ...(resource === null ? methods(route) : resourceMembers(resource)),
    ["subroutes", subroutes.length === 0 ? undefined : object(subroutes)],
  ]);
}

/** Members of an object. Members with the value `undefined` are left out. */
type Members = readonly (readonly [string, Json | undefined])[];

function path({ name, path }: Pick<SubrouteSpec, "name" | "path">): Members {
  return path === `/${name}` ? [] : [["path", text(path)]];
}

function resourceMembers({ items, idField, list: asked }: Resource): Members {
  const [only, ...more] = items;
  return [
    ["resource", only !== undefined && more.length === 0 ? only : list(items)],
    ["id_field", idField === DEFAULT_ID_FIELD ? undefined : text(idField)],
    ["list", asked && listJson(asked)],
  ];
}

/** Writes the methods of a route or a subroute. A single method has a shorter notation. */
function methods({ endpoints }: Pick<SubrouteSpec, "endpoints">): Members {
  const [only, ...more] = endpoints;
  if (only !== undefined && more.length === 0) {
    return [["type", text(only.method)], ...answer(only)];
  }
  return [["methods", object(endpoints.map((each) => [each.method, object(answer(each))]))]];
}

function answer(
  { method, status, query, headers, list: asked, body, mock, errors }: EndpointSpec,
): Members {
  return [
    ["status", status === defaultStatus(method) ? undefined : number(status)],
    ["query", query],
    ["headers", headers],
    ["list", asked && listJson(asked)],
    ["body", body],
    ["mock", mock ?? undefined],
    ["errors", errors],
  ];
}
