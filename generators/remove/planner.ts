/** Plans the removal of a route, or of one of its endpoints. */

import { type Diagnostic, error, info } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { MANIFEST_PATH } from "../../project/records/manifest.ts";
import { type Records, recordsIn } from "../../project/records/records.ts";
import {
  definitionsIn,
  type EndpointRecord,
  namesPath,
  recordPath,
  RECORDS_FOLDER,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { comparablePath, printedPath, requestKey } from "../../project/layout/url_paths.ts";
import { compareProject } from "../compare/compare_project.ts";
import type { Handler } from "../compare/handlers.ts";
import { withoutUnusedMocksPackage } from "../edits/mocks_package.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { writeRecords } from "../records/write_records.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import type { Project } from "../../project/project.ts";
import {
  type OwnedEndpoints,
  ownedEndpoints,
  type RouteEndpoints,
} from "../edits/owned_endpoints.ts";
import { recordAfterRemoval } from "../records/record_after_removal.ts";
import {
  type EditedDefinitions,
  planRemoval,
  type RemovalTarget,
  type RemovedData,
} from "../edits/removal_plan.ts";
import { notGenerated } from "../plans/route_missing.ts";
import { placeLines } from "../plans/place_lines.ts";
import { unreadableHandlers } from "../plans/unreadable.ts";
import { unrecorded } from "../plans/unrecorded.ts";

/** The route or the endpoints to remove. */
export interface RemoveInput {
  readonly route: string;
  /** `null` for the whole route or, with a method, for the route's own path. */
  readonly subroute: string | null;
  /** The HTTP method in upper case; `null` for all methods. */
  readonly method: string | null;
  readonly edited: EditedDefinitions;
}

/** Returns the planner that removes a route or a subroute. */
export function removePlanner(input: RemoveInput): Planner<RemovedData> {
  return {
    reads: {
      folders: [RECORDS_FOLDER],
      files: [MANIFEST_PATH, recordPath(input.route), namesPath(input.route)],
    },
    readsAfter: (project) => ({
      files: [
        ...recordsIn(project.folders),
        // Reading fails if one of these files is a link out of the project, where uses cannot be
        // found.
        ...Object.values(DEFAULT_LAYOUT.routePaths(input.route)),
      ],
      below: dataFolders(project.recordOf(input.route)),
      python: () => true,
    }),
    plan: (project) => planRemove(input, project),
  };
}

/** Returns the folders of the recorded data files of a route. */
function dataFolders(record: RouteRecord | undefined): readonly ProjectPath[] {
  const names = record === undefined ? [] : definitionsIn(record, "mock").keys();
  const paths = [...names].map((path) => DEFAULT_LAYOUT.dataFile(path));
  return [...new Set(paths.map((path) => projectPath(path.slice(0, path.lastIndexOf("/")))))];
}

function planRemove(input: RemoveInput, project: Project): Plan<RemovedData> {
  const { records } = project;
  if (records === null) return emptyPlan([unrecorded("this project", "removed")]);
  const named = namedEndpoints(input, records);
  if ("severity" in named) return emptyPlan([named]);
  const lost = unreadableHandlers(input.route, named.endpoints, project);
  if (lost.length > 0) return emptyPlan(lost);
  const target = { what: namesOf(input, named.endpoints), ...ownedEndpoints(named, project) };
  const shared = sharedHandler(input, target, project);
  if (shared !== null) return emptyPlan([shared]);
  const own = ownHandlers(target, project);
  if (own.length > 0 && input.edited !== "keep") return emptyPlan([ownCode(target.what, own)]);
  const draft = new ProjectDraft(project);
  const plan = planRemoval(target, draft, input.edited);
  if (plan.data === null || plan.conflicts.length > 0) return plan;
  const record = recordAfterRemoval(target, draft.project, true);
  const routes = new Map([...records.routes, [target.route, record]]);
  writeRecords(withoutUnusedMocksPackage({ ...records, routes }, draft), draft);
  // Edited handlers that stay serve their endpoints. People may have given others another prefix.
  const gone = input.edited === "keep" ? [] : named.endpoints;
  const claims = { served: [], gone, moves: true, isUnlike: false };
  const diagnostics = [...own.map(keptHandler), ...plan.diagnostics];
  return { ...plan, claims, diagnostics, changes: draft.changes() };
}

/**
 * Returns the handlers of the endpoints that are no generated functions, such as methods of a class, or
 * functions in a function that creates the blueprint.
 */
function ownHandlers(
  { route, endpoints, definitions }: OwnedEndpoints,
  project: Project,
): readonly Handler[] {
  const named = new Set<EndpointRecord | null>(endpoints);
  const generated = new Set(definitions.map(({ path, name }) => `${path} ${name}`));
  return compareProject({ project, wanted: null }).cases.flatMap(({ recorded, handler }) => {
    const isNamed = recorded !== null && named.has(recorded) && handler !== null;
    // A function of another route may only have the name.
    const isOwn = isNamed && (handler.route === route ||
      requestKey(handler.method, handler.path ?? "?") ===
        requestKey(recorded.method, recorded.path));
    return isOwn && !generated.has(`${handler.file} ${handler.handler}`) ? [handler] : [];
  });
}

/** Returns the error for endpoints that code of people serves, which a removal would leave behind. */
function ownCode(what: string, handlers: readonly Handler[]): Diagnostic {
  const rows = handlers.map(({ file, line, method, path, handler }) =>
    `${file}:${line}  ${method} ${printedPath(path ?? "?")}  ${handler}`
  );
  const subject = what.charAt(0).toUpperCase() + what.slice(1);
  const message = `${subject} is served by code of yours. Nothing was removed.`;
  return error("conflict-edited", message + placeLines(rows), {
    hint: "Delete that code first. --keep-edited keeps it and removes the rest",
  });
}

function keptHandler({ handler, file }: Handler): Diagnostic {
  return info("definition-kept", `Kept '${handler}' in ${file}: you wrote it`);
}

/**
 * Returns the error for a handler that serves more than what the command names: another path or, if the
 * command names a method, another method. Returns `null` if none does.
 */
function sharedHandler(
  { subroute, method, edited }: RemoveInput,
  { what, endpoints, definitions }: RemovalTarget & OwnedEndpoints,
  { routes }: Project,
): Diagnostic | null {
  if (subroute === null && method === null) return null;
  const handlers = new Set(
    definitions.filter(({ isHandler }) => isHandler).map(({ path, name }) => `${path} ${name}`),
  );
  const named = new Set(endpoints.map(({ path }) => comparablePath(path)));
  const firsts = new Map<string, { readonly path: string; readonly line: number }>();
  for (const each of routes.flatMap(({ endpoints }) => endpoints)) {
    const { methods, path, handler, file, line } = each;
    const definition = `${file} ${handler}`;
    if (!handlers.has(definition)) continue;
    if (method !== null && methods !== null && methods.length > 1) {
      const message = `The handler of ${what} serves ${
        methods.join(" and ")
      }. Nothing was removed.`;
      return error("handler-methods", message, {
        hint: `Remove the method in ${file}:${line}, or omit --type to remove the handler`,
      });
    }
    if (path === null || edited === "keep") continue;
    const first = firsts.get(definition) ?? { path, line };
    firsts.set(definition, first);
    if (comparablePath(first.path) === comparablePath(path)) continue;
    const other = named.has(comparablePath(path)) ? first : { path, line };
    const printed = printedPath(other.path);
    const message = `The handler of ${what} serves ${printed}, too. Nothing was removed.`;
    return error("handler-methods", message, {
      hint: `Delete the decorator of ${printed} in ${file}:${other.line}, or move it to another ` +
        "handler",
    });
  }
  return null;
}

function namesOf(
  { route, subroute, method }: RemoveInput,
  endpoints: readonly EndpointRecord[],
): string {
  if (subroute === null && method === null) return `route '${route}'`;
  return endpoints.map(({ method, path }) => `${method} ${printedPath(path)}`).join(", ");
}

function namedEndpoints(
  { route, subroute, method }: RemoveInput,
  { routes }: Records,
): RouteEndpoints | Diagnostic {
  const record = routes.get(route);
  if (record === undefined || record.endpoints.length === 0) {
    return notGenerated(`Route '${quotable(route)}'`, route, [...routes.keys()]);
  }
  const endpoints = subroute === null && method === null
    ? record.endpoints
    : record.endpoints.filter((each) =>
      each.subroute === subroute && (method === null || each.method === method)
    );
  if (endpoints.length > 0) return { route, record, endpoints };
  if (subroute === null) return notGenerated(`${method} /${quotable(route)}`, route, []);
  const names = record.endpoints.flatMap((each) => each.subroute ?? []);
  const what = method === null ? "Subroute" : `${method} subroute`;
  return notGenerated(
    `${what} '${quotable(subroute ?? "")}' of route '${route}'`,
    subroute ?? "",
    names,
  );
}
