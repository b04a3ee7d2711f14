/** Finds the code that was generated only for certain endpoints. */

import {
  definitionKey,
  type DefinitionRecord,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { dataHash } from "../../project/facts/code_hash.ts";
import { blueprintVariable, DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import type { Project } from "../../project/project.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import { hasOwnDocstring } from "./empty_module.ts";
import type { OwnedDefinition, RemovalTarget } from "./removal_plan.ts";

/** Endpoints of a route, with everything that was generated only for them. */
export interface OwnedEndpoints extends RouteEndpoints, Omit<RemovalTarget, "what"> {}

/**
 * Finds the code of endpoints. The code of all endpoints of a route includes the definitions that
 * they share.
 *
 * @param project The project's Python files, and the data files of the route.
 */
export function ownedEndpoints(
  { route, record, endpoints }: RouteEndpoints,
  project: Project,
): OwnedEndpoints {
  const { files } = project;
  const owners = project.homesOf(new Map([[route, record]]));
  const isWhole = endpoints.length === record.endpoints.length;
  const own = endpoints.flatMap(({ definitions }) => definitions);
  const recorded = isWhole ? [...record.shared, ...own] : own;
  const heirs = heirsOf({ record, endpoints });
  const shared = new Set(
    endpoints.filter(({ subroute }) => heirs.has(subroute))
      .flatMap(({ definitions }) => definitions.filter(({ layer }) => layer === "model")),
  );
  const handlers = new Set(own.filter(({ layer }) => layer === "route").map(({ name }) => name));
  const definitions = recorded.flatMap((each): readonly OwnedDefinition[] => {
    const found = owners.find(route, each);
    if (found === null) return [];
    const isHandler = each.layer === "route" && handlers.has(each.name);
    const { path, name, edited: isEdited } = found;
    const definition = {
      path,
      name,
      recordedKey: definitionKey(each),
      isHandler,
      isEdited,
      hasHeir: shared.has(each),
    };
    // The generated app looks for a blueprint in each module in the folder of routes, so a module
    // without its blueprint must not stay there.
    const at = owners.of(route).layout.recorded(path);
    const isLookedFor = each.layer === "route" && each.name === blueprintVariable(route) &&
      (at === DEFAULT_LAYOUT.routePaths(route).route || at === DEFAULT_LAYOUT.routePackage(route));
    return [isLookedFor ? { ...definition, goesWithFile: true } : definition];
  });
  const paths: readonly ProjectPath[] = Object.values(DEFAULT_LAYOUT.routePaths(route));
  const moved = definitions.map(({ path }) => path);
  const named = { name: route, path: recordedPrefix(route, record) };
  const made = isWhole ? [...paths, ...moved] : [owners.of(route).paths.model];
  return {
    route,
    record,
    endpoints,
    definitions,
    files: new Set(made.filter((path) => !hasOwnDocstring(files.get(path) ?? "", named))),
    data: dataFiles(recorded, owners.of(route), files),
  };
}

/** Some endpoints of a route. */
export interface RouteEndpoints {
  readonly route: string;
  readonly record: RouteRecord;
  readonly endpoints: readonly EndpointRecord[];
}

/**
 * Finds the endpoints that stay and may share models with the endpoints to remove: other methods of
 * the same path, without models of their own.
 *
 * @returns The endpoints by subroute.
 */
export function heirsOf(
  { record, endpoints }: Pick<RouteEndpoints, "record" | "endpoints">,
): ReadonlyMap<string | null, EndpointRecord> {
  const gone = new Set(endpoints);
  const heirs = record.endpoints.filter((each) =>
    !gone.has(each) && !each.definitions.some(({ layer }) => layer === "model")
  );
  return new Map(heirs.toReversed().map((each) => [each.subroute, each]));
}

function dataFiles(
  recorded: readonly DefinitionRecord[],
  home: RouteHome,
  files: Snapshot,
): ReadonlyMap<string, ProjectPath> {
  return new Map(recorded.flatMap(({ layer, name, hash }) => {
    if (layer !== "mock") return [];
    const path = home.layout.dataFile(name);
    return dataHash(files.get(path) ?? "") === hash ? [[name, path] as const] : [];
  }));
}
