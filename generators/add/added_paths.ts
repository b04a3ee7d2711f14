/** Compares the paths of new endpoints with the paths in a project. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { functionNames } from "../../project/layout/layers.ts";
import { routeRecordsIn } from "../../project/records/records.ts";
import { isSameRule, printedPath } from "../../project/layout/url_paths.ts";
import { type EndpointSpec, METHODS, type RouteSpec } from "../../spec/api_spec.ts";
import { overlappingPaths, type PlacedPath } from "../../spec/overlapping_paths.ts";
import { pathProblems, pathSegments } from "../../spec/spec_path.ts";
import { selectEndpoints } from "../export/exported_endpoints.ts";
import type { RouteModule } from "../handlers/route_module.ts";
import type { Project } from "../../project/project.ts";

/**
 * Returns a subroute's path in the code, relative to the path of its route; `null` if the code has
 * no handler of the subroute, or a spec cannot have its path.
 */
export function presentPath(subroute: string, { endpoints }: RouteModule): string | null {
  const handlers = METHODS.map((method) => functionNames(method, subroute).handler);
  const found = endpoints.find(({ handler, rule }) => handlers.includes(handler) && rule !== null);
  const path = found === undefined ? null : printedPath(found.rule ?? "");
  return path === null || pathProblems(path, false).length > 0 ? null : path;
}

/** The new endpoints at one path. */
export interface AddedPath {
  readonly route: string;
  /** `null` for the route's own path. */
  readonly subroute: string | null;
  /** The full path, as specs write it. */
  readonly path: string;
  readonly endpoints: readonly EndpointSpec[];
}

/** Returns the paths of a route. */
export function pathsOf({ name, path, endpoints, subroutes }: RouteSpec): readonly AddedPath[] {
  return [
    { route: name, subroute: null, path, endpoints },
    ...subroutes.map((each) => ({
      route: name,
      subroute: each.name,
      path: path + each.path,
      endpoints: each.endpoints,
    })),
  ];
}

/**
 * Finds endpoints of a project whose paths overlap with those of new endpoints, by the rules for
 * overlaps within a spec.
 *
 * @param project The whole project.
 */
export function overlaps(added: readonly AddedPath[], project: Project): readonly Diagnostic[] {
  const isAdded = new Set(added.map(wordsOf));
  const present = presentPaths(project).filter(({ words }) => !isAdded.has(words));
  return overlapsOf(added, present);
}

/**
 * Returns errors for new endpoints that the project serves already.
 *
 * @param project The modules that may have handlers.
 */
export function servedAlready(
  { path, endpoints }: Pick<AddedPath, "path" | "endpoints">,
  project: Project,
): readonly Diagnostic[] {
  const present = project.routes.flatMap((route) => route.endpoints)
    .filter((each) => each.registered && each.path !== null && isSameRule(each.path, path));
  return endpoints.flatMap(({ method }) => {
    const found = present.find(({ methods }) => methods?.includes(method));
    if (found === undefined) return [];
    const message = `${method} ${printedPath(path)} is already in ${found.file}:${found.line}.`;
    return [error("spec-path", message, { hint: "Add the method there, or remove it first" })];
  });
}

/**
 * Finds endpoints of a project whose paths overlap with those of a new route. If people wrote
 * endpoints with the same names, these are compared, too.
 *
 * @param project The modules that may have handlers, and the records.
 */
export function overlapsOfNewRoute(
  added: readonly AddedPath[],
  project: Project,
): readonly Diagnostic[] {
  if (!added.some((each) => mayHavePath(each, project))) return [];
  const isAdded = new Set(added.map(wordsOf));
  const present = presentPaths(project).map((each) =>
    isAdded.has(each.words) ? { ...each, words: each.source } : each
  );
  return overlapsOf(added, present);
}

/**
 * Reports whether the code may have a path: a Python file contains the path's last literal segment.
 * Without this shortcut, adding a route to a thousand others takes five times as long.
 */
function mayHavePath({ path }: AddedPath, project: Project): boolean {
  const segment = pathSegments(path).findLast((each) => typeof each === "string") ?? "";
  return [...project.files].some(([file, text]) => file.endsWith(".py") && text.includes(segment));
}

/** An endpoint of a project. */
interface PresentPath extends PlacedPath {
  /** The file and line of its handler, such as `api/routes/users_route.py:12`. */
  readonly source: string;
}

function presentPaths(project: Project): readonly PresentPath[] {
  const records = routeRecordsIn(project.files);
  const { endpoints } = selectEndpoints(project.routes, records);
  return endpoints.map(({ prefix, path, method, source, ...names }) => ({
    ...placedPath({ ...names, path: prefix + path, endpoints: [{ method }] }, PRESENT),
    source: `${source.file}:${source.line}`,
  }));
}

function overlapsOf(
  added: readonly AddedPath[],
  present: readonly PlacedPath[],
): readonly Diagnostic[] {
  const placed = [...present, ...added.map((each) => placedPath(each, ADDED))];
  return overlappingPaths(placed, "Choose another path with --path").filter(({ at }) =>
    at === ADDED
  ).map(
    ({ code, message, hint }) => error(code, message, hint === undefined ? {} : { hint }),
  );
}

/**
 * Marks an endpoint of the project, in place of its offset in a spec. Only overlaps of new
 * endpoints are reported.
 */
const PRESENT = 0;
const ADDED = 1;

type OwnedPath = Omit<AddedPath, "endpoints"> & Pick<PlacedPath, "endpoints">;

function placedPath(owned: OwnedPath, at: number): PlacedPath {
  const { path, endpoints } = owned;
  return { path, endpoints, isNamed: true, at, keys: [], words: wordsOf(owned) };
}

function wordsOf({ route, subroute }: Pick<AddedPath, "route" | "subroute">): string {
  const ofRoute = `route '${route}'`;
  return subroute === null ? ofRoute : `subroute '${subroute}' of ${ofRoute}`;
}
