/** The text of a spec. */

import type { Json, JsonMember } from "../core/json.ts";
import { layoutJson } from "../core/json_layout.ts";
import type { EndpointSpec, RouteSpec } from "./api_spec.ts";

/**
 * Number of outer levels that are never on one line: the object and its routes. Each route starts a
 * line, so that people can easily add more.
 */
const OPEN_LEVELS = 2;

/**
 * Writes the routes of a spec as people do. Reading the text gives the same routes.
 *
 * @example
 * ```ts
 * import { specText } from "./spec_text.ts";
 * import { equal } from "node:assert/strict";
 *
 * const route = { name: "carts", method: "POST", mock: null, subroutes: [] } as const;
 * equal(specText([route]), '{\n  "routes": {\n    "carts": { "type": "POST" }\n  }\n}\n');
 * ```
 */
export function specText(routes: readonly RouteSpec[]): string {
  const members = routes.map((route) => {
    const subroutes = route.subroutes.map((each) => member(each.name, object(endpoint(each))));
    const rest = subroutes.length === 0 ? [] : [member("subroutes", object(subroutes))];
    return member(route.name, object([...endpoint(route), ...rest]));
  });
  return layoutJson(object([member("routes", object(members))]), OPEN_LEVELS);
}

function endpoint({ method, mock }: EndpointSpec): JsonMember[] {
  const type = member("type", { kind: "string", at: 0, value: method });
  return mock === null ? [type] : [type, member("mock", mock)];
}

function object(members: readonly JsonMember[]): Json {
  return { kind: "object", at: 0, members };
}

function member(key: string, value: Json): JsonMember {
  return { key, at: 0, value };
}
