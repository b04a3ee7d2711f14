/** Compares the endpoints that Flask serves with a spec. */

import { functionNames } from "../../project/layout/layers.ts";
import { blueprintVariable } from "../../project/layout/layout.ts";
import { comparablePath } from "../../project/layout/url_paths.ts";
import type { ServedEndpoint } from "./judge.ts";
import type { Project } from "./project.ts";
import { type NamedEndpoint, urlOf } from "./specs.ts";

/** Returns the names that the code gives to the blueprint of a route. */
export type BlueprintNames = (route: string) => readonly string[];

/** Finds the blueprints of a project by their variables, because people give them other names. */
export function blueprintNames({ files }: Project): BlueprintNames {
  const found = Object.values(files).flatMap((
    text,
  ) => [...text.matchAll(/\b(\w+_bp) = Blueprint\(\s*["'](\w+)["']/g)]);
  return (route) => {
    const variable = blueprintVariable(route);
    return found.flatMap(([, each, name = ""]) => each === variable ? [name] : []);
  };
}

/**
 * Reports whether an endpoint that Flask serves is a given endpoint of a spec, judged by path or by
 * handler.
 */
export function isServedAs(
  served: ServedEndpoint,
  wanted: NamedEndpoint,
  names: BlueprintNames,
): boolean {
  const { route, subroute, type } = wanted;
  const handler = served.endpoint.slice(served.endpoint.lastIndexOf(".") + 1);
  return isServedAt(served, wanted) ||
    isOfRoute(served, route, names) && handler === functionNames(type, subroute).handler;
}

/** Reports whether the path of an endpoint ends with that of an endpoint of a spec. */
export function isServedAt({ rule }: ServedEndpoint, wanted: NamedEndpoint): boolean {
  return comparablePath(rule).endsWith(comparablePath(urlOf(wanted)));
}

/**
 * Reports whether an endpoint belongs to a route's blueprint. People may have added to the
 * blueprint's name.
 */
export function isOfRoute(
  { endpoint }: ServedEndpoint,
  route: string,
  names: BlueprintNames,
): boolean {
  const [, blueprint = ""] = endpoint.split(".").reverse();
  return blueprint.startsWith(route) || names(route).includes(blueprint);
}

/** Reports whether an endpoint belongs to a route's blueprint, or to one that people nested in it. */
export function isBelowRoute(
  { endpoint }: ServedEndpoint,
  route: string,
  names: BlueprintNames,
): boolean {
  return endpoint.split(".").slice(0, -1).some((blueprint) =>
    blueprint.startsWith(route) || names(route).includes(blueprint)
  );
}
