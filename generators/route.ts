/** Plans a new route, with all its layers. */

import type { Change, Entry, Snapshot } from "../core/change_set.ts";
import { type Diagnostic, error, warning } from "../core/diagnostic.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { analyzeRouteFile } from "../project/analysis.ts";
import {
  MOCKS_PACKAGE_PATH,
  PER_REQUEST_PATH,
  routeOf,
  routePackagePath,
  routePaths,
  ROUTES_FOLDER,
  urlPrefix,
} from "../project/layout.ts";
import { MANIFEST_PATH, manifestEntry, parseManifest } from "../project/manifest.ts";
import type { RouteSpec } from "../spec/api_spec.ts";
import { hasPerRequest } from "./per_request.ts";
import { routeEndpoints } from "./endpoint.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import {
  emptyPlan,
  fileChange,
  type GeneratedEndpoints,
  manifestChange,
  type Plan,
} from "./plan.ts";
import type { Planner } from "./planner.ts";
import { routeFiles } from "./route_files.ts";

export interface RouteInput {
  readonly route: RouteSpec;
  /** Whether to infer models from the mock. */
  readonly model: boolean;
}

/** Returns the planner that adds a route. */
export function routePlanner(input: RouteInput): Planner<GeneratedEndpoints> {
  return {
    reads: { files: routeReads(input), folders: [ROUTES_FOLDER] },
    plan: ({ files, folders }) => {
      const plan = planRoute(input, files);
      const clashes = caseClashes(folders.get(ROUTES_FOLDER) ?? [], input.route.name);
      return { ...plan, diagnostics: [...plan.diagnostics, ...clashes] };
    },
  };
}

/** Warns of existing routes whose files would have the same names where file names ignore case. */
function caseClashes(entries: readonly Entry[], route: string): readonly Diagnostic[] {
  return entries.flatMap(({ name }) => {
    const other = routeOf(`${ROUTES_FOLDER}/${name}`) ?? "";
    if (other === route || other.toLowerCase() !== route.toLowerCase()) return [];
    return [warning("spec-case", `Route names '${other}' and '${route}' differ only in case.`)];
  });
}

/** Returns the files that the plan of a route depends on. */
function routeReads(input: RouteInput): readonly ProjectPath[] {
  const { name } = input.route;
  const others = [routePackagePath(name), routePaths(name).model];
  const paths = [...generatedFiles(input).keys(), ...others, PER_REQUEST_PATH, MANIFEST_PATH];
  return [...new Set(paths)];
}

function generatedFiles(
  { route, model }: RouteInput,
  snapshot: Snapshot = new Map(),
): Map<ProjectPath, string> {
  const perRequest = hasPerRequest(snapshot.get(PER_REQUEST_PATH));
  const files = routeFiles(route, { model, perRequest });
  return new Map([...files].map(([path, text]) => [projectPath(path), text]));
}

/** Returns the methods at a route's own path; none if static analysis cannot determine them. */
function ownMethods(path: ProjectPath, text: string, route: string): readonly string[] {
  const own = analyzeRouteFile(path, text).flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => endpoint.path?.replace(/\/$/, "") === urlPrefix(route));
  return own.some(({ methods }) => methods === null)
    ? []
    : own.flatMap(({ methods }) => methods ?? []);
}

/**
 * Plans a route.
 *
 * @param snapshot The files of {@linkcode routeReads} that exist.
 */
function planRoute(input: RouteInput, snapshot: Snapshot): Plan<GeneratedEndpoints> {
  const { route } = input;
  const { name, method } = route;
  const path = [routePaths(name).route, routePackagePath(name)]
    .find((each) => snapshot.has(each));
  if (path !== undefined) {
    const methods = ownMethods(path, snapshot.get(path) ?? "", name);
    if (methods.length > 0 && !methods.includes(method)) {
      const message = `Route '${name}' already exists in ${path}, ` +
        `with ${methods.join(", ")}, not ${method}; nothing was written.`;
      const hint = `Add ${method} by hand, or choose another name`;
      return emptyPlan([error("route-method", message, { hint })]);
    }
    const message = `Route '${name}' already exists in ${path}`;
    return emptyPlan([warning("route-exists", message)], message);
  }
  const manifestText = snapshot.get(MANIFEST_PATH) ?? null;
  const entries = new Map(parseManifest(manifestText ?? "").files);
  const changes: Change[] = [];
  const conflicts: Change[] = [];
  for (const [path, text] of generatedFiles(input, snapshot)) {
    const before = snapshot.get(path) ?? null;
    if (before !== null && path === MOCKS_PACKAGE_PATH) continue;
    const into = before === null ? changes : conflicts;
    into.push(...fileChange(path, before, text));
    entries.set(path, manifestEntry(path, text));
  }
  const model = routePaths(name).model;
  // The manifest records the model as deleted, so that subroutes added later get no models either.
  if (!input.model && !snapshot.has(model)) entries.set(model, manifestEntry(model, ""));
  if (manifestText !== null) changes.push(...manifestChange(manifestText, entries));
  const existing = conflicts.length === 1 ? "file" : "files";
  return {
    ...emptyPlan([]),
    changes,
    conflicts,
    messages: {
      applied: `Successfully generated ${method} route '${name}'!`,
      planned: `Would generate ${method} route '${name}'`,
      unchanged: "",
      conflict: `Move the ${existing} away, or choose another name`,
    },
    data: { endpoints: routeEndpoints(route).map(endpointSummary) },
  };
}
