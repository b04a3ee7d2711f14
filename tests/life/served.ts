/** What Flask serves, compared with a spec. */

import { functionNames } from "../../project/layout.ts";
import type { ServedEndpoint } from "./judge.ts";
import type { NamedEndpoint } from "./specs.ts";

/** Reports whether Flask serves an endpoint of a spec here: at its path, or by its handler. */
export function isServedAs(
  served: ServedEndpoint,
  { route, subroute, type }: NamedEndpoint,
): boolean {
  const path = subroute === null ? `/${route}` : `/${route}/${subroute}`;
  const [handler = "", blueprint = ""] = served.endpoint.split(".").reverse();
  return served.rule.endsWith(path) ||
    blueprint.startsWith(route) && handler === functionNames(type, subroute).handler;
}
