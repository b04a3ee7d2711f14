/** Reconciles all routes of a spec with the project. */

import { recordedPrefix } from "../../project/records/recorded_path.ts";
import {
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { ApiCode } from "../code/api_code.ts";
import type { Choices } from "../plans/choices.ts";
import type { UnwantedEndpoints } from "./unwanted_endpoints.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import type { Respecified } from "./respecify.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import { writeMovedRoutes } from "./moved_routes.ts";
import { type EndpointAction, type WantedCase, writes } from "../compare/action.ts";
import { RemovedEndpoints } from "../compare/removed_endpoints.ts";
import { type ComparedProject, wantedCases } from "../compare/compare_project.ts";
import type { Project } from "../../project/project.ts";
import { type DecidedRoute, decideRoute, followedRoute, mergeRoute } from "./reconcile_route.ts";
import { endpointInput } from "../code/route_definitions.ts";
import type { RouteCode } from "../code/route_files.ts";

/** The routes of a spec, and a project. */
export interface RoutesToDecide {
  readonly project: Project;
  readonly code: ApiCode;
  readonly compared: ComparedProject;
  readonly choices: Choices;
  /** The endpoints that the run removes. */
  readonly unwanted: UnwantedEndpoints;
}

/** Decides what to do with each endpoint of the spec. Changes nothing. */
export function decideRoutes(
  { project, code, compared, choices, unwanted }: RoutesToDecide,
  { routes, records, decisions }: Respecified,
): readonly DecidedRoute[] {
  const respecified = new Map(decisions.map((each) => [each.case.wanted, each.as]));
  const freed = new Set(
    [...records].map((each) => each.map(endpointKey))
      .flatMap(([before, after]) => before === after ? [] : [before]),
  );
  const cases = new Map<Endpoint, WantedCase>();
  // A removed endpoint moves with the prefix of its route.
  const removed = new RemovedEndpoints(routes);
  for (const [endpoint, { isRemoved, isServed }] of wantedCases(compared)) {
    cases.set(endpoint, {
      isRemoved: isRemoved || removed.routesOf(endpoint).includes(endpoint.route),
      isServed: freed.has(keyOf(endpoint)) ? () => false : isServed,
      as: respecified.get(endpoint),
    });
  }
  const { homes } = compared;
  const { files: snapshot } = project;
  return [...code].map(([name, generated]) => {
    const record = routes.get(name);
    const code = withPresentPrefix(name, generated, record);
    const losesEndpoints = unwanted.has(name);
    const shared = { name, code, record, snapshot, homes, choices, cases };
    return decideRoute({ ...shared, losesEndpoints });
  });
}

/** The routes of a project after a run. */
export interface ReconciledRoutes {
  /** The records of all routes. */
  readonly routes: ReadonlyMap<string, RouteRecord>;
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** The routes whose code the run wrote. */
  readonly changed: ReadonlySet<string>;
}

/**
 * Writes the code of each route into the project.
 *
 * @param recorded The records of the project whose handlers follow the spec.
 */
export function writeRoutes(
  decided: readonly DecidedRoute[],
  recorded: ReadonlyMap<string, RouteRecord>,
  merges: FileMerges,
): ReconciledRoutes {
  const routes = new Map(recorded);
  const actions = new Map<Endpoint, EndpointAction>();
  const changed = new Set<string>();
  const placed = decided.map((each) => followedRoute(each, recorded.get(each.route.name)));
  const { moved = [], inPlace = [] } = Object.groupBy(
    placed,
    ({ isMoved }) => isMoved ? "moved" : "inPlace",
  );
  const outcomes = new Map([
    ...inPlace.map((each) => [each, mergeRoute(each, merges)] as const),
    ...writeMovedRoutes(moved, merges.draft),
  ]);
  for (const each of placed) {
    const outcome = outcomes.get(each);
    if (outcome === undefined) continue;
    const { name } = each.route;
    routes.set(name, outcome.record);
    for (const [endpoint, action] of outcome.actions) actions.set(endpoint, action);
    if ([...outcome.actions.values()].some(writes)) changed.add(name);
  }
  return { routes: withDecisions(routes, actions), actions, changed };
}

/**
 * Records decisions about endpoints whose route has another name in the spec: people kept them, or
 * had them restored as a part of the route of that name.
 */
function withDecisions(
  routes: ReadonlyMap<string, RouteRecord>,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
): ReadonlyMap<string, RouteRecord> {
  const decided = new Map(
    [...actions].filter(([, { writing, reason }]) => writing === "add" || reason === "keep")
      .map(([each]) => [keyOf(each), each]),
  );
  if (decided.size === 0) return routes;
  return new Map([...routes].map(([route, record]) => {
    const isElsewhere = (each: EndpointRecord) =>
      (decided.get(endpointKey(each))?.route ?? route) !== route;
    if (!record.endpoints.some(isElsewhere)) return [route, record];
    const endpoints = record.endpoints.flatMap((each) => {
      const endpoint = isElsewhere(each) ? decided.get(endpointKey(each)) : undefined;
      if (endpoint === undefined) return [each];
      if (actions.get(endpoint)?.writing === "add") return [];
      return [{ ...each, kept: endpointInput(endpoint) }];
    });
    return [route, { ...record, endpoints }];
  }));
}

/**
 * Returns the code of a route for the recorded prefix. People may have kept that prefix, although
 * the spec has another one.
 */
function withPresentPrefix(
  route: string,
  code: RouteCode,
  record: RouteRecord | undefined,
): RouteCode {
  if (record === undefined || record.endpoints.length === 0 || record.prefix === code.prefix) {
    return code;
  }
  let files: ReadonlyMap<string, string> | undefined;
  const { filesAt, ...rest } = code;
  const prefix = recordedPrefix(route, record);
  return {
    ...rest,
    filesAt: (place) => filesAt({ prefix, ...place }),
    get files() {
      return files ??= filesAt({ prefix });
    },
  };
}
