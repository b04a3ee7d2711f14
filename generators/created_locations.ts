/** The locations of created items, for commands that add one of two endpoints: a POST, or the item's path. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { type Diagnostic, info } from "../core/diagnostic.ts";
import { appFolder, inApp } from "../project/app_folder.ts";
import { PER_REQUEST_PATH } from "../project/layout.ts";
import { readRecords, type Records } from "../project/records.ts";
import { RouteHomes } from "../project/route_homes.ts";
import { endpointKey, type RouteRecord } from "../project/route_record.ts";
import { printedPath } from "../project/url_paths.ts";
import { withCreatedIds } from "../spec/created_id.ts";
import { changesInApp } from "./changes_in_app.ts";
import { NO_CHOICES } from "./choices.ts";
import { pythonIn } from "./compared_project.ts";
import { type Endpoint, routeEndpoints } from "./endpoint.ts";
import { completeSpec, draftSpec } from "./exported_spec.ts";
import { hasPerRequest } from "./per_request.ts";
import { changed, joined } from "./in_turn.ts";
import { nothingMerged } from "./merge_files.ts";
import { writeMovedRoutes } from "./moved_routes.ts";
import type { Plan } from "./plan.ts";
import { keyOf } from "./reconcile.ts";
import { decideRoute, mergeRoute } from "./reconcile_route.ts";
import { recordChanges } from "./record_changes.ts";
import { endpointInput } from "./route_definitions.ts";
import { routeCode } from "./route_files.ts";

/**
 * Completes a plan that adds endpoints to a route: a POST returns the location of the item that it created, as
 * it does if one spec has both endpoints. A handler that people edited stays, and the plan says so.
 *
 * @param snapshot The files that the plan depends on.
 */
export function withLocations<Data>(
  plan: Plan<Data>,
  route: string,
  snapshot: Snapshot,
): Plan<Data> {
  if (plan.changes.length === 0) return plan;
  const files = changed(snapshot, plan.changes);
  const records = readRecords(files);
  const record = records?.routes.get(route);
  if (records === null || record === undefined) return plan;
  const creations = newCreations(readRecords(snapshot)?.routes.get(route), record);
  if (creations.size === 0) return plan;
  const { changes, diagnostics } = located({ route, record, creations }, records, files);
  return {
    ...plan,
    changes: joined([...plan.changes, ...changes]),
    diagnostics: [...plan.diagnostics, ...diagnostics],
  };
}

/** Returns the keys of POST endpoints above the path of an item, if one of both is new. */
function newCreations(before: RouteRecord | undefined, after: RouteRecord): ReadonlySet<string> {
  const known = new Set(before?.endpoints.map(endpointKey));
  const items = new Map<string, boolean>();
  for (const each of after.endpoints) {
    const [, parent] = /^(.*)\/<[^/]*>$/.exec(each.path) ?? [];
    if (each.method !== "GET" || parent === undefined) continue;
    items.set(parent, (items.get(parent) ?? false) || !known.has(endpointKey(each)));
  }
  const creations = after.endpoints.filter((each) =>
    each.method === "POST" && items.has(each.path) &&
    (items.get(each.path) || !known.has(endpointKey(each)))
  );
  return new Set(creations.map(endpointKey));
}

/** A route with POST endpoints that may have to return a location. */
interface LocatedRoute {
  readonly route: string;
  readonly record: RouteRecord;
  /** The keys of the endpoints. */
  readonly creations: ReadonlySet<string>;
}

interface Located {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Generates the endpoints again that are to return a location, as `generate api` does. */
function located(
  { route, record, creations }: LocatedRoute,
  records: Records,
  files: Snapshot,
): Located {
  const isWanted = (each: { readonly route: string }) => each.route === route;
  const draft = draftSpec(pythonIn(files), { records: records.routes, isWanted });
  const [spec] = completeSpec(draft, files, null).routes;
  if (spec === undefined) return NOTHING;
  const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), each]));
  const present = new Map(routeEndpoints(spec).map((each) => [keyOf(each), each]));
  const app = appFolder(files);
  const code = routeCode(withCreatedIds(spec), {
    model: !record.withoutModels,
    perRequest: hasPerRequest(files.get(inApp(PER_REQUEST_PATH, { app }))),
    isWanted: (each) => recorded.has(keyOf(each)),
  });
  const asked = code.endpoints.filter((each) =>
    creations.has(keyOf(each)) && each.created !== null &&
    present.get(keyOf(each))?.created === null
  );
  if (asked.length === 0) return NOTHING;
  const homes = new RouteHomes(pythonIn(files), records.routes);
  const decided = decideRoute({
    name: route,
    code,
    record,
    snapshot: files,
    homes,
    force: false,
    choices: NO_CHOICES,
    isServed: () => false,
    isSettled: () => false,
  });
  const follows = new Set(asked.filter((each) => {
    const now = present.get(keyOf(each));
    const isExact = now !== undefined && endpointInput(now) === recorded.get(keyOf(each))?.input;
    return isExact && decided.decisions.get(each) === "update";
  }));
  const kept = asked.filter((each) => !follows.has(each)).map(keptLocation);
  if (follows.size === 0) return { changes: [], diagnostics: kept };
  const decisions = new Map(
    code.endpoints.map((each) => [each, follows.has(each) ? "update" : "same"] as const),
  );
  const { isMoved } = homes.of(route);
  const updated = { ...decided, decisions, changes: true, isMoved };
  const merged = nothingMerged();
  const after = isMoved
    ? writeMovedRoutes([updated], merged, files).get(updated)?.record
    : mergeRoute(updated, merged).record;
  const placed = changesInApp(merged.changes, app, files);
  const problems = [...merged.conflicts, ...merged.diagnostics, ...placed.conflicts];
  if (after === undefined || problems.length > 0) {
    return { changes: [], diagnostics: asked.map(keptLocation) };
  }
  const written = new Map(after.endpoints.map((each) => [endpointKey(each), each]));
  const keys = new Set([...follows].map(keyOf));
  const endpoints = record.endpoints.map((each) => {
    const key = endpointKey(each);
    return keys.has(key) ? written.get(key) ?? each : each;
  });
  const routes = new Map([[route, { ...record, endpoints }]]);
  return {
    changes: [...placed.changes, ...recordChanges({ ...records, routes }, files)],
    diagnostics: [...[...follows].map(newLocation), ...kept],
  };
}

const NOTHING: Located = { changes: [], diagnostics: [] };

function newLocation(endpoint: Endpoint): Diagnostic {
  return info("handler-location", `${labelOf(endpoint)} now returns the location of its item`);
}

function keptLocation(endpoint: Endpoint): Diagnostic {
  const message = `${labelOf(endpoint)} returns no location of its item, because you edited it`;
  return info("handler-location", message);
}

function labelOf({ method, prefix, rule }: Endpoint): string {
  return `${method} ${printedPath(prefix + rule)}`;
}
