/** Finds the place of a route's code, from only the route's own files if possible. */

import { hasClass, LAYER_NAMES } from "../../project/layout/layers.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { routeFileRecord } from "../../project/records/records.ts";
import { generatedHome, type RouteHome } from "../../project/homes/route_home.ts";
import { definitionsIn, EMPTY_RECORD } from "../../project/records/route_record.ts";
import { RouteSearch } from "../../project/homes/route_search.ts";
import { findClass } from "../../project/semantics/service_class.ts";
import { symbols } from "../../python/symbols.ts";
import type { Project } from "../../project/project.ts";

/** Reports whether parts of a recorded route are not where they were generated. */
export function mayHaveMoved(route: string, project: Project): boolean {
  const record = project.recordOf(route);
  if (record === undefined) return false;
  const home = generatedHome(route);
  const { paths } = home;
  const models = new Set(
    symbols(project.module(paths.model)).map(({ name }) => name),
  );
  return LAYER_NAMES.some((layer) => {
    const path = paths[layer];
    return hasClass(layer)
      ? findClass(project.module(path), home[layer]) === undefined
      : layer !== "route" && !project.files.has(path) &&
        routeFileRecord(record, path) !== undefined;
  }) || [...definitionsIn(record, "model").keys()].some((name) => !models.has(name));
}

/**
 * Finds a route.
 *
 * @param project All Python files of the project if {@linkcode mayHaveMoved} returns `true`,
 * otherwise at least the files of the route.
 */
export function homeInProject(route: string, project: Project): RouteHome {
  const path = DEFAULT_LAYOUT.routePaths(route).route;
  if (project.files.has(path) && !mayHaveMoved(route, project)) return generatedHome(route);
  const record = project.recordOf(route);
  const isKnown = record !== undefined || project.files.has(project.layout.placed(path));
  if (!isKnown) return generatedHome(route);
  return new RouteSearch(project.symbols, route, record ?? EMPTY_RECORD).home();
}
