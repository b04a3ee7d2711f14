/** The project-wide files: those that belong to no route. */

import { hashText } from "../../core/hash.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { layerClass } from "../../project/layout/layers.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { type ApiSpec, endpointsIn } from "../../spec/api_spec.ts";
import { HEALTH_URL } from "../../spec/spec_path.ts";
import { bodyModelTemplate, projectTemplates, type ProjectValues } from "../../templates/mod.ts";
import { routeEndpoints } from "./endpoint.ts";

/** Generates the files that belong to no route, by the paths by which records name them. */
export function projectFiles(
  values: ProjectValues,
  { app, module } = DEFAULT_LAYOUT,
): Map<ProjectPath, string> {
  const all = { ...values, app, module };
  const files = new Map(
    [...projectTemplates].map(([path, template]) => [projectPath(path), template(all)]),
  );
  if (values.hasBodies) files.set(DEFAULT_LAYOUT.bodyModel, bodyModelTemplate({}));
  return files;
}

/** Returns the paths of {@linkcode projectFiles}, without generating the files. */
export function projectPaths(
  { hasBodies }: { readonly hasBodies?: boolean },
): readonly ProjectPath[] {
  const paths = [...projectTemplates.keys()].map(projectPath);
  return hasBodies ? [...paths, DEFAULT_LAYOUT.bodyModel] : paths;
}

/** Reports whether the project of a spec checks bodies. */
export function checksBodies({ routes }: ApiSpec): boolean {
  return endpointsIn(routes).some(({ body }) => body !== undefined);
}

/**
 * Returns the hash of the values of a spec that fill the project-wide files. Whether the project
 * checks bodies does not count, because commands and people decide that, too.
 */
export function projectInput({ hasBodies: _, ...values }: ProjectValues): string {
  return hashText(JSON.stringify(values));
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
    repository: layerClass("repository", route),
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
