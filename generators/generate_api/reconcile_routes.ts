/** Reconciles all routes of a spec with the project. */

import { RouteHomes } from "../../project/homes/route_homes.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import {
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { ApiCode } from "../code/api_code.ts";
import type { Choices } from "../plans/choices.ts";
import { obsoleteEndpoints } from "./clean_up.ts";
import { pythonIn } from "../compare/compared_project.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import type { SettledHandlers } from "./handler_conflicts.ts";
import type { MergedFiles } from "../edits/merge_files.ts";
import { writeMovedRoutes } from "./moved_routes.ts";
import { type Decision, writes } from "../compare/reconcile.ts";
import { decideRoute, mergeRoute } from "./reconcile_route.ts";
import { endpointInput } from "../code/route_definitions.ts";
import type { RouteCode } from "../code/route_files.ts";
import { RemovedEndpoints } from "../compare/removed_endpoints.ts";
import { servedEndpoints } from "../compare/served_endpoints.ts";

/** The user's decisions for a run. */
export interface Decided {
  readonly choices: Choices;
  readonly settled: SettledHandlers;
  /** Whether to remove endpoints that the spec no longer has. */
  readonly prune: boolean;
  /** Whether to discard edits that conflict with the spec. */
  readonly force: boolean;
}

/** The routes of a project after a run. */
export interface ReconciledRoutes {
  /** The records of all routes. */
  readonly routes: ReadonlyMap<string, RouteRecord>;
  readonly decisions: ReadonlyMap<Endpoint, Decision>;
  /** The added endpoints whose code was there already, so that the run only records them. */
  readonly recorded: ReadonlySet<Endpoint>;
  /** The reasons why endpoints that the spec changed could not be written. */
  readonly reasons: ReadonlyMap<Endpoint, string>;
  /** The routes whose code the run wrote. */
  readonly changed: ReadonlySet<string>;
}

/** Merges the code of each route into the project. */
export function reconcileRoutes(
  code: ApiCode,
  { choices, settled, prune, force }: Decided,
  merged: MergedFiles,
): ReconciledRoutes {
  const { draft: { files: snapshot }, routes: recorded } = settled;
  const homes = new RouteHomes(pythonIn(snapshot), recorded);
  const removed = new RemovedEndpoints(recorded);
  const isServed = servedEndpoints(pythonIn(snapshot), recorded);
  const shared = {
    snapshot,
    homes,
    force,
    choices: withoutSettled(choices, settled),
    isServed,
    isSettled: (endpoint: Endpoint) =>
      settled.held.has(endpoint) || removed.routesOf(endpoint).length > 0,
  };
  const routes = new Map(recorded);
  const decisions = new Map<Endpoint, Decision>();
  const reasons = new Map<Endpoint, string>();
  const changed = new Set<string>();
  const obsolete = prune ? obsoleteEndpoints(recorded, code, null) : [];
  const shrinking = new Set(obsolete.map(({ route }) => route));
  const decided = [...code].map(([name, generated]) => {
    const record = recorded.get(name);
    const code = withPresentPrefix(name, generated, record);
    return decideRoute({ ...shared, name, code, record, losesEndpoints: shrinking.has(name) });
  });
  const { moved = [], inPlace = [] } = Object.groupBy(
    decided,
    ({ isMoved }) => isMoved ? "moved" : "inPlace",
  );
  const outcomes = new Map([
    ...inPlace.map((each) => [each, mergeRoute(each, merged)] as const),
    ...writeMovedRoutes(moved, merged, snapshot),
  ]);
  for (const each of decided) {
    const reconciled = outcomes.get(each);
    if (reconciled === undefined) continue;
    const { name } = each.route;
    routes.set(name, reconciled.record);
    for (const [endpoint, decision] of reconciled.decisions) decisions.set(endpoint, decision);
    for (const [endpoint, reason] of reconciled.left) reasons.set(endpoint, reason);
    if ([...reconciled.decisions.values()].some(writes)) changed.add(name);
  }
  const decidedElsewhere = { kept: shared.choices.keep, decisions };
  const { replace, restore } = shared.choices;
  const found = [...decisions].filter(([endpoint, decision]) =>
    decision === "add" && isServed(endpoint) &&
    !replace.has(keyOf(endpoint)) && !restore.has(keyOf(endpoint))
  );
  return {
    routes: withDecisions(routes, decidedElsewhere),
    decisions,
    recorded: new Set(found.map(([endpoint]) => endpoint)),
    reasons,
    changed,
  };
}

/**
 * Records decisions about endpoints whose route has another name in the spec: people kept them, or
 * had them restored as a part of the route of that name.
 */
function withDecisions(
  routes: ReadonlyMap<string, RouteRecord>,
  { kept, decisions }: Pick<ReconciledRoutes, "decisions"> & { readonly kept: Choices["keep"] },
): ReadonlyMap<string, RouteRecord> {
  const decided = new Map(
    [...decisions].filter(([each, decision]) => decision === "add" || kept.has(keyOf(each)))
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
      if (decisions.get(endpoint) === "add") return [];
      return [{ ...each, kept: endpointInput(endpoint) }];
    });
    return [route, { ...record, endpoints }];
  }));
}

/** Returns the choices that remain after the choices about handlers have taken effect. */
function withoutSettled(choices: Choices, { kept, followed }: SettledHandlers): Choices {
  const settled = new Set([...kept, ...followed].map(({ endpoint }) => keyOf(endpoint)));
  return {
    ...choices,
    keep: choices.keep.difference(settled),
    replace: choices.replace.difference(settled),
  };
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
