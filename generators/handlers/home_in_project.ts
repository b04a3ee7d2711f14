/** Finds the place of a route's code, from only the route's own files if possible. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { appFolder, inApp } from "../../project/layout/app_folder.ts";
import { routePaths } from "../../project/layout/layout.ts";
import { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import { readRecords, routeFileRecord } from "../../project/records/records.ts";
import { generatedHome, type RouteHome } from "../../project/homes/route_home.ts";
import { definitionsIn, EMPTY_RECORD } from "../../project/records/route_record.ts";
import { RouteSearch } from "../../project/homes/route_search.ts";
import { findClass } from "../../project/routing/service_class.ts";
import { readPython } from "../../python/python_module.ts";
import { symbols } from "../../python/symbols.ts";

/** Reports whether parts of a recorded route are not where they were generated. */
export function mayHaveMoved(route: string, snapshot: Snapshot): boolean {
  const record = readRecords(snapshot)?.routes.get(route);
  if (record === undefined) return false;
  const { paths, service, repository } = generatedHome(route);
  const hasClass = (path: ProjectPath, name: string) =>
    findClass(readPython(snapshot.get(path) ?? ""), name) !== undefined;
  const models = new Set(
    symbols(readPython(snapshot.get(paths.model) ?? "")).map(({ name }) => name),
  );
  return !hasClass(paths.service, service) || !hasClass(paths.repository, repository) ||
    [...definitionsIn(record, "model").keys()].some((name) => !models.has(name)) ||
    (["model", "test"] as const).some((layer) =>
      !snapshot.has(paths[layer]) && routeFileRecord(record, paths[layer]) !== undefined
    );
}

/**
 * Finds a route.
 *
 * @param snapshot All Python files of the project if {@linkcode mayHaveMoved} returns `true`,
 * otherwise at least the files of the route.
 */
export function homeInProject(route: string, snapshot: Snapshot): RouteHome {
  const path = routePaths(route).route;
  if (snapshot.has(path) && !mayHaveMoved(route, snapshot)) return generatedHome(route);
  const record = readRecords(snapshot)?.routes.get(route);
  const isKnown = record !== undefined || snapshot.has(inApp(path, { app: appFolder(snapshot) }));
  if (!isKnown) return generatedHome(route);
  return new RouteSearch(new ProjectSymbols(snapshot), route, record ?? EMPTY_RECORD).home();
}
