/** The text of a spec. */

import type { Json, JsonMember } from "../core/json.ts";
import { layoutJson } from "../core/json_layout.ts";
import { asResource } from "./as_resource.ts";
import { DEFAULT_ID_FIELD, type Resource } from "./resource.ts";
import { defaultStatus, type EndpointSpec, type RouteSpec, type SubrouteSpec } from "./api_spec.ts";

/**
 * Number of outer levels that are never on one line: the object and its routes. Each route starts a
 * line, so that people can easily add more.
 */
const OPEN_LEVELS = 2;

/**
 * Writes the routes of a spec as people do. Reading the text gives the same routes.
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
  const members = routes.map((route) => {
    const resource = asResource(route);
    const others = resource === null ? route.subroutes : route.subroutes.slice(1);
    const subroutes = others.map((each) =>
      member(each.name, object([...path(each), ...methods(each)]))
    );
    const own = resource === null ? methods(route) : resourceMembers(resource);
    const rest = subroutes.length === 0 ? [] : [member("subroutes", object(subroutes))];
    return member(route.name, object([...path(route), ...own, ...rest]));
  });
  const project = description === null
    ? []
    : [member("project", object([member("description", text(description))]))];
  return layoutJson(object([...project, member("routes", object(members))]), OPEN_LEVELS);
}

function path({ name, path }: Pick<SubrouteSpec, "name" | "path">): JsonMember[] {
  return path === `/${name}` ? [] : [member("path", text(path))];
}

function resourceMembers({ items, idField }: Resource): JsonMember[] {
  const [only, ...more] = items;
  const example: Json = only !== undefined && more.length === 0
    ? only
    : { kind: "array", at: 0, items };
  if (idField === DEFAULT_ID_FIELD) return [member("resource", example)];
  return [
    member("resource", example),
    member("id_field", { kind: "string", at: 0, value: idField }),
  ];
}

/** Writes the methods of a route or a subroute. A single one has a shorter form. */
function methods({ endpoints }: Pick<SubrouteSpec, "endpoints">): JsonMember[] {
  const [only, ...more] = endpoints;
  if (only !== undefined && more.length === 0) {
    return [member("type", text(only.method)), ...answer(only)];
  }
  const members = endpoints.map((each) => member(each.method, object(answer(each))));
  return [member("methods", object(members))];
}

function answer({ method, status, body, mock }: EndpointSpec): JsonMember[] {
  const members = [
    ...(body === undefined ? [] : [member("body", body)]),
    ...(mock === null ? [] : [member("mock", mock)]),
  ];
  if (status === defaultStatus(method)) return members;
  return [member("status", { kind: "number", at: 0, text: String(status) }), ...members];
}

function text(value: string): Json {
  return { kind: "string", at: 0, value };
}

function object(members: readonly JsonMember[]): Json {
  return { kind: "object", at: 0, members };
}

function member(key: string, value: Json): JsonMember {
  return { key, at: 0, value };
}
