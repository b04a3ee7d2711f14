/** The errors for routes and endpoints that do not exist. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { quotable } from "../../core/printable.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { nearest } from "../../spec/names.ts";
import type { Project } from "../../project/project.ts";

/**
 * Explains that a route does not exist, or that endpoints cannot be added where it is.
 *
 * @param project All Python files of the project.
 */
export function routeMissing(route: string, project: Project): Diagnostic {
  const hint = "Add the endpoint by hand";
  const { route: path } = DEFAULT_LAYOUT.routePaths(route);
  if (project.files.has(DEFAULT_LAYOUT.routePackage(route))) {
    const message = `Route '${route}' is the package ${DEFAULT_LAYOUT.routePackage(route)}. ` +
      `Endpoints can only be added to the module ${path}.`;
    return error("python-unclear", message, { hint });
  }
  const { routes } = project;
  const found = routes.find(({ name }) => name === route);
  if (found !== undefined) {
    const message = `Route '${route}' is in ${found.file}. ` +
      `Endpoints can only be added to ${path}.`;
    return error("python-unclear", message, { hint });
  }
  const message = `Route '${route}' does not exist. Please generate the main route first using:\n` +
    `  layerwright generate route ${route}`;
  const meant = nearest(route, routes.map(({ name }) => name));
  return error(
    "route-missing",
    message,
    meant === null ? {} : { hint: `Did you mean '${meant}'?` },
  );
}

/**
 * Returns the error for a route or subroute without generated code.
 *
 * @param what The route or subroute, for the message.
 * @param names The names of generated routes or subroutes. The error suggests the name that is most
 * like `name`.
 */
export function notGenerated(what: string, name: string, names: readonly string[]): Diagnostic {
  const message = `${what} was not generated here, or was already removed.`;
  return error("route-missing", message, suggestion(name, names.filter((each) => each !== name)));
}

/** Maximum number of names in a hint. */
const MAX_NAMES = 20;

/** Returns the hint for a name that does not exist: the most similar name, otherwise all names. */
export function suggestion(
  name: string,
  names: readonly string[],
): { readonly hint: string } | undefined {
  const meant = nearest(name, names);
  if (meant !== null) return { hint: `Did you mean '${meant}'?` };
  if (names.length === 0) return undefined;
  const listed = names.slice(0, MAX_NAMES).map((each) => quotable(each)).join(", ");
  return { hint: `There are: ${listed}${names.length > MAX_NAMES ? ", ..." : ""}` };
}
