/** The project-wide files: those that belong to no route. */

import type { Snapshot } from "../core/change_set.ts";
import { hashText } from "../core/hash.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { BODY_MODEL_PATH, MOCKS_PACKAGE_PATH, repositoryClass } from "../project/layout.ts";
import type { FileRecord } from "../project/manifest.ts";
import type { Records } from "../project/records.ts";
import { type ApiSpec, endpointsIn } from "../spec/api_spec.ts";
import { HEALTH_URL } from "../spec/spec_path.ts";
import {
  bodyModelTemplate,
  mocksTemplate,
  projectTemplates,
  type ProjectValues,
} from "../templates/mod.ts";
import type { Choices } from "./choices.ts";
import { routeEndpoints } from "./endpoint.ts";
import { hasDataFile } from "./endpoint_code.ts";
import { type MergedFiles, mergeInto } from "./merge_files.ts";
import type { RouteCode } from "./route_files.ts";
import { notRemoved } from "./still_wanted.ts";

/** Generates the files that belong to no route. */
export function projectFiles(values: ProjectValues): Map<ProjectPath, string> {
  const files = new Map(
    [...projectTemplates].map(([path, template]) => [projectPath(path), template(values)]),
  );
  if (values.hasBodies) files.set(BODY_MODEL_PATH, bodyModelTemplate({}));
  return files;
}

/** Returns the paths of {@linkcode projectFiles}, without generating the files. */
export function projectPaths(
  { hasBodies }: { readonly hasBodies?: boolean },
): readonly ProjectPath[] {
  const paths = [...projectTemplates.keys()].map(projectPath);
  return hasBodies ? [...paths, BODY_MODEL_PATH] : paths;
}

/** Reports whether the project of a spec checks bodies. */
export function checksBodies({ routes }: ApiSpec): boolean {
  return endpointsIn(routes).some(({ body }) => body !== undefined);
}

/** The input for merging the files that belong to no route. */
export interface ProjectMerge {
  readonly code: ReadonlyMap<string, RouteCode>;
  readonly earlier: Records | null;
  readonly snapshot: Snapshot;
  readonly force: boolean;
  readonly choices: Choices;
  /** Whether the project gets its first checked body. */
  readonly isFirstBody: boolean;
}

/**
 * Merges the files that belong to no route. In an existing project, only files without code follow the
 * spec, such as the README: newer templates must not change a project whose spec did not change.
 *
 * @returns The paths of all files that are or were generated.
 */
export function mergeProjectFiles(
  values: ProjectValues,
  { code, earlier, snapshot, force, choices, isFirstBody }: ProjectMerge,
  merged: MergedFiles,
): readonly ProjectPath[] {
  const files = projectFiles(values);
  const isWanted = notRemoved(earlier?.routes ?? new Map(), choices);
  const loadsMocks = [...code.values()].some(({ endpoints }) =>
    endpoints.filter(hasDataFile).some(isWanted)
  );
  if (loadsMocks) files.set(MOCKS_PACKAGE_PATH, mocksTemplate({}));
  const known = earlier?.manifest.files ?? new Map<ProjectPath, FileRecord>();
  const input = earlier?.manifest.input ?? null;
  const follows = earlier === null ||
    input !== null && (isFirstBody || !isProjectInput(input, values));
  for (const [path, text] of files) {
    const record = known.get(path);
    const isNew = earlier === null || path === MOCKS_PACKAGE_PATH && !snapshot.has(path);
    const isRestored = choices.restore.has(path) && !snapshot.has(path);
    const isFollowing = record !== undefined && follows && !path.endsWith(".py");
    if (!isNew && !isRestored && !isFollowing) continue;
    const policy = () => isRestored ? "restore" : "follow";
    mergeInto(merged, { path, text, known: record, policy }, snapshot, force);
  }
  return [...new Set([...known.keys(), ...files.keys()])];
}

/**
 * Returns the hash of the values of a spec that fill the project-wide files. Whether the project
 * checks bodies does not count, because commands and people decide that, too.
 */
export function projectInput({ hasBodies: _, ...values }: ProjectValues): string {
  return hashText(JSON.stringify(values));
}

/**
 * Reports whether a recorded hash is the hash of a spec's values. Earlier versions also hashed
 * whether the project checked bodies.
 */
export function isProjectInput(input: string, values: ProjectValues): boolean {
  return input === projectInput(values) ||
    input === hashText(JSON.stringify({ ...values, hasBodies: true }));
}

/**
 * Returns the values that fill the project-wide files.
 *
 * @param hasBodies Whether the project checks bodies; by default, whether the spec has any.
 */
export function projectValues(
  name: string,
  spec: ApiSpec,
  hasBodies = checksBodies(spec),
): ProjectValues {
  const routes = spec.routes.map((route) => route.name);
  // The README shows only the first endpoint, so adding endpoints does not change the README.
  const own = spec.routes.values().flatMap(routeEndpoints).next().value;
  const route = own?.route ?? "";
  // The path of a subroute may have parameters.
  const path = own?.subroute === null ? own.prefix : null;
  return {
    title: name.replace(MARKUP, "\\$&"),
    distribution: name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() ||
      "api",
    route,
    repository: repositoryClass(route),
    getPath: own?.method === "GET" ? path ?? HEALTH_URL : HEALTH_URL,
    bodyPath: own?.takesBody ? path : null,
    newRoute: NEW_ROUTES.find((each) => !routes.includes(each)) ?? "another",
    ...(hasBodies && { hasBodies }),
  };
}

/** Characters with a meaning in Markdown. */
const MARKUP = /[\\`*_[\]<>#|&~]/g;

/** Returns the project's name from the title of its README. */
export function projectName(title: string): string {
  return title.replace(/\\([\\`*_[\]<>#|&~])/g, "$1");
}

/** Possible names of the route that the README adds as an example. */
const NEW_ROUTES = ["invoices", "reviews", "tickets", "sessions"];
