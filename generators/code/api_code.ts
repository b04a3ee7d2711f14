/** The input of `generate api`, and the code that a spec generates. */

import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import type { ApiSpec, RouteSpec } from "../../spec/api_spec.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import type { Choices } from "../plans/choices.ts";
import type { Endpoint } from "./endpoint.ts";
import { projectFiles, projectPaths, projectValues } from "./project_files.ts";
import { type RouteCode, routeCode, type RouteFilesOptions } from "./route_files.ts";

export interface ApiInput {
  /** The name of the project and of its folder. */
  readonly name: string;
  readonly spec: ApiSpec;
  /** Whether to discard edits that conflict with the spec. */
  readonly force: boolean;
  readonly choices: Choices;
  /** Whether to remove endpoints that the spec no longer has. */
  readonly prune: boolean;
  /** Path to the project's folder; empty for the current folder. */
  readonly folder: string;
  /** Prefix of the project's paths in the report, such as `shop/`. */
  readonly prefix: string;
  /** The spec's path relative to the project's folder, to record; `null` to record none. */
  readonly specFile: string | null;
}

/** The contents of every file that a spec generates, by path. */
export type ApiFiles = ReadonlyMap<ProjectPath, string>;

/** Generates the files of a project, except its records. */
export function apiFiles({ name, spec }: Pick<ApiInput, "name" | "spec">): ApiFiles {
  return filesOf(
    projectFiles(projectValues(name, spec)),
    apiCode(spec, () => ({ perRequest: true })),
  );
}

/** The generated code of each route, by the route's name. */
export type ApiCode = ReadonlyMap<string, RouteCode>;

/**
 * Generates the code of every route.
 *
 * @param optionsOf Returns the options for the code of a route.
 */
export function apiCode(
  { routes }: ApiSpec,
  optionsOf: (route: RouteSpec) => RouteFilesOptions,
): ApiCode {
  return new Map(routes.map((route) => [route.name, routeCode(route, optionsOf(route))]));
}

/** Adds the files of all routes to the project's other files. */
function filesOf(files: Map<ProjectPath, string>, code: ApiCode): ApiFiles {
  for (const { files: ofRoute } of code.values()) {
    for (const [path, text] of ofRoute) files.set(projectPath(path), text);
  }
  return files;
}

/** Number of records besides those of routes. */
const RECORDS = 3;

/** Returns the paths of a project's files, without generating those of routes. */
export function pathsOf(values: ProjectValues, code: ApiCode): readonly ProjectPath[] {
  const ofRoutes = [...code.values()].flatMap(({ paths }) => paths);
  return [...new Set([...projectPaths(values), ...ofRoutes])];
}

/** Returns the number of files of a project, including its records. */
export function fileCount(values: ProjectValues, code: ApiCode): number {
  return pathsOf(values, code).length + code.size + RECORDS;
}

/** Returns all endpoints of a spec. */
export function wantedEndpoints(code: ApiCode): readonly Endpoint[] {
  return [...code.values()].flatMap(({ endpoints }) => endpoints);
}
