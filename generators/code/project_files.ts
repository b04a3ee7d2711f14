/** The project-wide files: those that belong to no route. */

import { hashText } from "../../core/hash.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { layerClass } from "../../project/layout/layers.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { type ApiSpec, endpointsIn } from "../../spec/api_spec.ts";
import { HEALTH_URL } from "../../spec/spec_path.ts";
import { appDocsScript, docsHtml, docsStyle } from "../../templates/docs_page.ts";
import type { Template } from "../../templates/engine.ts";
import {
  docsTemplate,
  type ProjectFileValues,
  projectTemplates,
  type ProjectValues,
  type Support,
  supportTemplates,
} from "../../templates/mod.ts";
import { routeEndpoints } from "./endpoint.ts";
import {
  DOCS_FILES,
  neededSupport,
  type SharedTemplate,
  supportFiles,
  withoutSupport,
} from "./support.ts";

/** Generates the files that belong to no route, by the paths by which records name them. */
export function projectFiles(
  values: ProjectValues,
  { app, module } = DEFAULT_LAYOUT,
): Map<ProjectPath, string> {
  const all = { ...values, app, module, docsTitle: projectName(values.title) };
  return new Map([
    ...[...projectTemplates].map(([path, template]) => [projectPath(path), template(all)] as const),
    ...supportFiles(values).map(({ path, name }) => [path, TEMPLATES[name](all)] as const),
  ]);
}

/** The templates of the documentation, by the names of its files. */
const DOCS_TEMPLATES = {
  docs: docsTemplate,
  "page.html": () => docsHtml,
  "style.css": () => docsStyle,
  "script.js": () => appDocsScript,
};

/** The templates of shared code. */
const TEMPLATES: Readonly<
  Record<SharedTemplate, Template<ProjectFileValues & { readonly docsTitle: string }>>
> = { ...supportTemplates, ...DOCS_TEMPLATES };

/** Generates the files of the documentation, without the documents. */
export function docsFiles({ title }: Pick<ProjectValues, "title">): Map<ProjectPath, string> {
  const values = { docsTitle: projectName(title) };
  return new Map(DOCS_FILES.map(({ path, name }) => [path, DOCS_TEMPLATES[name](values)]));
}

/** Returns the paths of {@linkcode projectFiles}, without generating the files. */
export function projectPaths(support: Support): readonly ProjectPath[] {
  const own = supportFiles(support).map(({ path }) => path);
  return [...[...projectTemplates.keys()].map(projectPath), ...own];
}

/**
 * Returns the hash of the values of a spec that fill the project-wide files. Shared code does not
 * count, because commands and people decide that, too.
 */
export function projectInput(values: ProjectValues): string {
  return hashText(JSON.stringify(withoutSupport(values)));
}

/**
 * Returns the values that fill the project-wide files.
 *
 * @param support The shared code; by default, what the spec needs.
 */
export function projectValues(
  name: string,
  spec: ApiSpec,
  support = neededSupport(endpointsIn(spec.routes)),
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
    ...support,
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
