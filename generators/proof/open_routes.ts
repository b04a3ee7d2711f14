/** Finds new routes that let everybody in, unlike all routes that a project has. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { isInTests } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import { mayRoute } from "../../project/routing/flask_definitions.ts";
import { routeGuards } from "./guards.ts";
import type { PlannedProject } from "./planned_project.ts";

/** Matches hooks that run before every request, and so may guard new routes, too. */
const GUARDS_ALL = /\b\w*app\w*\.before_request\b|\.before_app_request\b/;

/**
 * Names modules whose first handlers have no decorators, though each handler of a blueprint that the project has
 * is decorated. Reads the project's modules up to the first handler without.
 *
 * @param folder Prefix of the project's paths in the report, such as `shop/`.
 */
export function openRoutes(
  { before, after, touched }: PlannedProject,
  folder: string,
): Diagnostic | null {
  const open = [...touched].filter((path) =>
    isRouting(after, path) && !hasHandlers(before, path) &&
    routeGuards(after, path).some(({ guards }) => guards?.size === 0)
  );
  if (open.length === 0) return null;
  const usual = usualGuards(before);
  if (usual === null) return null;
  const names = [...usual.names].map((name) => `@${name}`).join(" or ");
  const own = usual.names.size === 1 ? "it" : "one of them";
  const others = usual.handlers === 1
    ? `the only handler of other routes has ${own}`
    : `all ${usual.handlers} handlers of other routes have ${own}`;
  if (open.every((path) => path === after.layout.docs)) {
    return info("route-open", `The documentation is public: it has no ${names}, but ${others}`, {
      hint: `Give ${folder}${open[0]} a guard, unless everybody may read it`,
    });
  }
  const message = `New handlers have no ${names}, but ${others}:` +
    open.map((path) => `\n  ${folder}${path}`).join("");
  return info("route-open", message, { hint: "Decorate them, unless everybody may call them" });
}

function hasHandlers(project: Project, path: ProjectPath): boolean {
  return isRouting(project, path) && routeGuards(project, path).length > 0;
}

/** Returns the decorators of a project whose handlers all have one; `null` if some have none, or may have none. */
function usualGuards(
  project: Project,
): { readonly names: ReadonlySet<string>; readonly handlers: number } | null {
  const names = new Set<string>();
  let handlers = 0;
  // A function that adds routes to the blueprint that it gets adds them where it is called.
  const served = new Set(
    project.routes.flatMap(({ endpoints }) => endpoints.map(({ file, line }) => `${file}:${line}`)),
  );
  for (const [path, text] of project.python) {
    if (isInTests(path)) continue;
    // The hook for CORS guards nothing.
    if (path !== project.layout.cors && GUARDS_ALL.test(text)) return null;
    if (!isRouting(project, path)) continue;
    for (const { line, guards } of routeGuards(project, path)) {
      if (!served.has(`${path}:${line}`)) continue;
      if (guards === null || guards.size === 0) return null;
      for (const name of guards) names.add(name);
      handlers += 1;
    }
  }
  return handlers === 0 ? null : { names, handlers };
}

function isRouting({ files }: Project, path: ProjectPath): boolean {
  return path.endsWith(".py") && !isInTests(path) && mayRoute(files.get(path) ?? "");
}
