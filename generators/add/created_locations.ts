/**
 * Adds the locations of created items to a POST handler, when a command adds the POST endpoint or
 * the GET endpoint of its items.
 */

import { withRecordedFunctions } from "../compare/recorded_functions.ts";
import type { Change } from "../../core/change_set.ts";
import { type Diagnostic, info } from "../../core/diagnostic.ts";
import { endpointKey, type RouteRecord } from "../../project/records/route_record.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { withCreatedIds } from "../../spec/created_id.ts";
import { NO_CHOICES } from "../plans/choices.ts";
import { type Endpoint, keyOf, routeEndpoints } from "../code/endpoint.ts";
import { completeSpec, draftSpec } from "../export/exported_spec.ts";
import { hasPerRequest } from "../code/support.ts";
import { leave, write } from "../compare/action.ts";
import { compareProject, wantedCases } from "../compare/compare_project.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { writeRoutes } from "../generate_api/reconcile_routes.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import { writeRecords } from "../records/write_records.ts";
import { definitionOwners } from "../code/route_definitions.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import { type RouteCode, routeCode } from "../code/route_files.ts";
import type { Project } from "../../project/project.ts";

/**
 * Lets POST endpoints of a route return the locations of the items that they create, as if they came
 * from one spec with the GET endpoints of these items. A handler that people edited stays.
 *
 * @param creations The keys of these endpoints, as in {@linkcode newCreations}; not empty.
 * @param draft The project with the endpoints that a command adds to the route.
 * @returns Notes about the POST endpoints that return a location now, or could return one.
 */
export function addLocations(
  route: string,
  creations: ReadonlySet<string>,
  draft: ProjectDraft,
): readonly Diagnostic[] {
  const { project } = draft;
  const record = project.recordOf(route);
  const spec = presentSpec(route, project);
  if (record === undefined || spec === undefined) return [];
  const recorded = new Set(record.endpoints.map(endpointKey));
  const code = routeCode(withCreatedIds(spec), {
    model: !record.withoutModels,
    perRequest: hasPerRequest(project.files.get(project.layout.perRequest)),
    select: (all) => withRecordedFunctions(all.filter((each) => recorded.has(keyOf(each))), record),
  });
  const present = new Map(routeEndpoints(spec).map((each) => [keyOf(each), each]));
  const asked = code.endpoints.filter((each) =>
    creations.has(keyOf(each)) && each.created !== null &&
    present.get(keyOf(each))?.created === null
  );
  if (asked.length === 0) return [];
  const cases = wantedCases(compareProject({ project, wanted: code.endpoints }));
  const generated = new Set(asked.filter((each) => {
    const [known, now] = [cases.get(each), present.get(keyOf(each))];
    return known !== undefined && now !== undefined && !known.isKept && !known.isEdited &&
      endpointInput(now) === known.recorded?.input;
  }));
  const changes = generated.size === 0
    ? []
    : written({ name: route, code, record }, generated, project);
  draft.follow(changes);
  const isLocated = (each: Endpoint) => changes.length > 0 && generated.has(each);
  return [
    ...asked.filter(isLocated).map(newLocation),
    ...asked.filter((each) => !isLocated(each)).map(keptLocation),
  ];
}

/** Returns the spec that the code of a route shows. */
function presentSpec(route: string, project: Project): RouteSpec | undefined {
  const draft = draftSpec(project, { isWanted: (each) => each.route === route });
  return completeSpec(draft, project.files, null).routes[0];
}

/** Returns the changes that write some endpoints and their records; empty if they conflict with edits. */
function written(
  { name, code, record }: { name: string; code: RouteCode; record: RouteRecord },
  endpoints: ReadonlySet<Endpoint>,
  project: Project,
): readonly Change[] {
  const { homes, records } = project;
  if (records === null) return [];
  const draft = new ProjectDraft(project);
  const merges = new FileMerges(draft, false);
  const { routes } = writeRoutes(
    [{
      route: { name, code, record, homes, choices: NO_CHOICES },
      record,
      actions: new Map(
        code.endpoints.map((each) =>
          [each, endpoints.has(each) ? write("update", "input") : leave("same")] as const
        ),
      ),
      owners: definitionOwners(code),
      kept: new Map(),
      changes: true,
      isMoved: homes.of(name).isMoved,
    }],
    records.routes,
    merges,
  );
  if (merges.conflicts.changes().length + merges.diagnostics.length > 0) return [];
  const keys = new Set([...endpoints].map(keyOf));
  const after = new Map(routes.get(name)?.endpoints.map((each) => [endpointKey(each), each]));
  const located = record.endpoints.map((each) => {
    const key = endpointKey(each);
    const now = keys.has(key) ? after.get(key) : undefined;
    return now === undefined ? each : { ...now, origin: each.origin };
  });
  const own = new Map([[name, { ...record, endpoints: located }]]);
  writeRecords({ ...records, routes: own }, draft);
  return draft.changes();
}

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
