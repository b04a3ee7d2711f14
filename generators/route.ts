/** A route with all its layers, beside those that a project has. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { warning } from "../core/diagnostic.ts";
import type { Json } from "../core/json.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { MANIFEST_PATH, manifestEntry, parseManifest } from "../project/manifest.ts";
import type { Method } from "../spec/api_spec.ts";
import { routeEndpoints } from "./endpoint.ts";
import { endpointSummary } from "./endpoint_summary.ts";
import { emptyPlan, fileChange, manifestChange, type Plan } from "./plan.ts";
import { MOCKS_MODULE_PATH, routeFiles, routePaths } from "./route_files.ts";
import { packagePath } from "./route_missing.ts";

export interface RouteInput {
  readonly route: string;
  readonly method: Method;
  /** `null` for none. */
  readonly mock: Json | null;
  /** Whether the mock is typed by models. */
  readonly model: boolean;
}

/** The files that a plan of this route is made from. */
export function routeReads(input: RouteInput): readonly ProjectPath[] {
  return [...generatedFiles(input).keys(), projectPath(packagePath(input.route)), MANIFEST_PATH];
}

function generatedFiles({ route, method, mock, model }: RouteInput): Map<ProjectPath, string> {
  const files = routeFiles({ name: route, method, mock, subroutes: [] }, { model });
  return new Map([...files].map(([path, text]) => [projectPath(path), text]));
}

/**
 * Plans a route.
 *
 * @param snapshot The files of {@linkcode routeReads}, as far as they exist.
 */
export function planRoute(input: RouteInput, snapshot: Snapshot): Plan {
  const { route, method, mock } = input;
  const path = [routePaths(route).route, packagePath(route)].map(projectPath)
    .find((each) => snapshot.has(each));
  if (path !== undefined) {
    const message = `Route '${route}' already exists in ${path}`;
    return emptyPlan([warning("route-exists", message)], message);
  }
  const manifestText = snapshot.get(MANIFEST_PATH) ?? null;
  const entries = new Map(parseManifest(manifestText ?? "").files);
  const changes: Change[] = [];
  const conflicts: Change[] = [];
  for (const [path, text] of generatedFiles(input)) {
    const before = snapshot.get(path) ?? null;
    if (before !== null && path === MOCKS_MODULE_PATH) continue;
    const into = before === null ? changes : conflicts;
    into.push(...fileChange(path, before, text));
    entries.set(path, manifestEntry(path, text));
  }
  if (manifestText !== null) changes.push(...manifestChange(manifestText, entries));
  const endpoints = routeEndpoints({ name: route, method, mock, subroutes: [] });
  return {
    ...emptyPlan([]),
    changes,
    conflicts,
    messages: {
      applied: `Successfully generated ${method} route '${route}'!`,
      planned: `Would generate ${method} route '${route}'`,
      unchanged: "",
      conflict: "Move them away, or choose another name",
    },
    data: { endpoints: endpoints.map(endpointSummary) },
  };
}
