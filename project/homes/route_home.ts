/** The files where a route's code is now, and the names that it has there. */

import { definitionKey } from "../records/route_record.ts";
import {
  blueprintVariable,
  DEFAULT_LAYOUT,
  type Layout,
  type RoutePaths,
} from "../layout/layout.ts";
import type { FoundDefinition } from "./found_definition.ts";
import { type RouteClasses, routeClasses } from "../layout/layers.ts";

/** The place of a route's code now, and the names of its classes. */
export interface RouteHome extends RouteClasses {
  readonly route: string;
  /** The layout of the project, in which people may have renamed the folder of the app. */
  readonly layout: Layout;
  /**
   * The file of each layer. A layer that was not found has its generated path in the app's package.
   */
  readonly paths: RoutePaths;
  /** The variable that holds the blueprint. */
  readonly blueprint: string;
  /** The recorded definitions that were found, by {@linkcode definitionKey}. */
  readonly found: ReadonlyMap<string, FoundDefinition>;
  /** Whether people moved or renamed any of the code, or removed a class that new code goes into. */
  readonly isMoved: boolean;
}

/** Returns the models of a route that were found, by their generated names. */
export function foundModels(
  { found }: Pick<RouteHome, "found">,
): ReadonlyMap<string, FoundDefinition> {
  const start = definitionKey({ layer: "model", name: "" });
  return new Map(
    [...found].filter(([key]) => key.startsWith(start))
      .map(([key, each]) => [key.slice(start.length), each]),
  );
}

/** Returns the home of a route that is as generated. */
export function generatedHome(route: string, layout = DEFAULT_LAYOUT): RouteHome {
  return {
    route,
    layout,
    paths: layout.routePaths(route),
    ...routeClasses(route),
    blueprint: blueprintVariable(route),
    found: new Map(),
    isMoved: false,
  };
}
