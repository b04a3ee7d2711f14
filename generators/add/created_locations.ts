/**
 * Adds the locations of created items to a POST handler, when a command adds the POST endpoint or
 * the GET endpoint of its items.
 */

import type { Change } from "../../core/change_set.ts";
import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { Records } from "../../project/records/records.ts";
import { endpointKey, type RouteRecord } from "../../project/records/route_record.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { withCreatedIds } from "../../spec/created_id.ts";
import { NO_CHOICES } from "../plans/choices.ts";
import { type Endpoint, keyOf, routeEndpoints } from "../code/endpoint.ts";
import { completeSpec, draftSpec } from "../export/exported_spec.ts";
import { hasPerRequest } from "../code/per_request.ts";
import { leave, write } from "../compare/action.ts";
import { compareProject, wantedCases } from "../compare/compare_project.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { writeMovedRoutes } from "../generate_api/moved_routes.ts";
import type { Plan } from "../plans/plan.ts";
import { type DecidedRoute, decideRoute, mergeRoute } from "../generate_api/reconcile_route.ts";
import { writeRecords } from "../records/write_records.ts";
import { endpointInput } from "../code/route_definitions.ts";
import { type RouteCode, routeCode } from "../code/route_files.ts";
import type { Project } from "../../project/project.ts";

/**
 * Completes a plan that adds endpoints to a route. If the route then has a POST endpoint and the
 * GET endpoint of its items, the POST returns the location of the item that it created, as if both
 * came from one spec. A handler that people edited stays, and the plan says so.
 *
 * @param project The files that the plan depends on.
 */
export function withLocations<Data>(
  plan: Plan<Data>,
  route: string,
  project: Project,
): Plan<Data> {
  if (plan.changes.length === 0) return plan;
  const draft = new ProjectDraft(project);
  draft.follow(plan.changes);
  const after = draft.project;
  const { records } = after;
  const record = after.recordOf(route);
  if (records === null || record === undefined) return plan;
  const creations = newCreations(project.recordOf(route), record);
  if (creations.size === 0) return plan;
  const { changes, diagnostics } = located({ route, record, creations }, records, after);
  draft.follow(changes);
  return {
    ...plan,
    changes: draft.changes(),
    diagnostics: [...plan.diagnostics, ...diagnostics],
  };
}

/**
 * Returns the keys of POST endpoints with a GET endpoint for items below their path, if one of the
 * two endpoints is new.
 */
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
  /** The keys of the POST endpoints. */
  readonly creations: ReadonlySet<string>;
}

interface Located {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Regenerates the endpoints that return a location from now on, as `generate api` does. */
function located(creation: LocatedRoute, records: Records, project: Project): Located {
  const wanted = wantedLocations(creation, records, project);
  if (wanted === null) return NOTHING;
  const { code, asked, untouched } = wanted;
  const decided = decideRoute({
    name: creation.route,
    code,
    record: creation.record,
    snapshot: project.files,
    homes: project.homes,
    choices: NO_CHOICES,
    cases: wantedCases(compareProject({ project, records, wanted: code.endpoints })),
    losesEndpoints: false,
  });
  const follows = new Set(
    asked.filter((each) => untouched.has(each) && decided.actions.get(each)?.writing === "update"),
  );
  const kept = asked.filter((each) => !follows.has(each)).map(keptLocation);
  if (follows.size === 0) return { changes: [], diagnostics: kept };
  const changes = written(decided, follows, records, project);
  if (changes === null) return { changes: [], diagnostics: asked.map(keptLocation) };
  return { changes, diagnostics: [...[...follows].map(newLocation), ...kept] };
}

/** The code of a route in which every possible endpoint returns a location. */
interface WantedLocations {
  readonly code: RouteCode;
  /** The endpoints that return a location in this code, but not in the project. */
  readonly asked: readonly Endpoint[];
  /** The `asked` endpoints whose code still matches the recorded input. */
  readonly untouched: ReadonlySet<Endpoint>;
}

/** Generates the route from the project's spec; `null` if no endpoint gains a location. */
function wantedLocations(
  { route, record, creations }: LocatedRoute,
  records: Records,
  project: Project,
): WantedLocations | null {
  const isWanted = (each: { readonly route: string }) => each.route === route;
  const draft = draftSpec(project.python, { records: records.routes, isWanted });
  const [spec] = completeSpec(draft, project.files, null).routes;
  if (spec === undefined) return null;
  const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), each]));
  const present = new Map(routeEndpoints(spec).map((each) => [keyOf(each), each]));
  const code = routeCode(withCreatedIds(spec), {
    model: !record.withoutModels,
    perRequest: hasPerRequest(project.files.get(project.layout.perRequest)),
    isWanted: (each) => recorded.has(keyOf(each)),
  });
  const asked = code.endpoints.filter((each) =>
    creations.has(keyOf(each)) && each.created !== null &&
    present.get(keyOf(each))?.created === null
  );
  if (asked.length === 0) return null;
  const untouched = asked.filter((each) => {
    const now = present.get(keyOf(each));
    return now !== undefined && endpointInput(now) === recorded.get(keyOf(each))?.input;
  });
  return { code, asked, untouched: new Set(untouched) };
}

/** Returns the changes that write some endpoints and their records; `null` if they conflict with edits. */
function written(
  decided: DecidedRoute,
  follows: ReadonlySet<Endpoint>,
  records: Records,
  project: Project,
): readonly Change[] | null {
  const { name, code, homes } = decided.route;
  const actions = new Map(
    code.endpoints.map((each) =>
      [each, follows.has(each) ? write("update", "input") : leave("same")] as const
    ),
  );
  const { isMoved } = homes.of(name);
  const updated = { ...decided, actions, changes: true, isMoved };
  const draft = new ProjectDraft(project);
  const merges = new FileMerges(draft, false);
  const after = isMoved
    ? writeMovedRoutes([updated], draft).get(updated)?.record
    : mergeRoute(updated, merges).record;
  const problems = [...merges.conflicts.changes(), ...merges.diagnostics];
  if (after === undefined || problems.length > 0) return null;
  const replaced = new Map(after.endpoints.map((each) => [endpointKey(each), each]));
  const keys = new Set([...follows].map(keyOf));
  const endpoints = decided.record.endpoints.map((each) => {
    const key = endpointKey(each);
    return keys.has(key) ? replaced.get(key) ?? each : each;
  });
  const routes = new Map([[name, { ...decided.record, endpoints }]]);
  writeRecords({ ...records, routes }, draft);
  return draft.changes();
}

const NOTHING: Located = { changes: [], diagnostics: [] };

function newLocation(endpoint: Endpoint): Diagnostic {
  const message = `${labelOf(endpoint)} now returns the location of the created item`;
  return info("handler-location", message);
}

function keptLocation(endpoint: Endpoint): Diagnostic {
  const reason = "because you edited its code";
  const message = `${labelOf(endpoint)} returns no location of the created item, ${reason}`;
  return info("handler-location", message);
}

function labelOf({ method, prefix, rule }: Endpoint): string {
  return `${method} ${printedPath(prefix + rule)}`;
}
