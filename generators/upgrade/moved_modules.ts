/** The modules of routes that an upgrade does not change, because people moved their code. */

import { APP_LAYERS } from "../../project/layout/layers.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { RouteHomes } from "../../project/homes/route_homes.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";

/**
 * Returns a note for each route with moved code that an upgrade would otherwise change.
 *
 * @param files The project's Python files.
 * @param parts The layers whose templates changed.
 */
export function movedModules(
  routes: ReadonlyMap<string, RouteRecord>,
  files: Snapshot,
  parts: ReadonlySet<string>,
): readonly Diagnostic[] {
  const layers = APP_LAYERS.filter((layer) => parts.has(layer));
  const owners = new RouteHomes(files, routes);
  return [...routes.keys()].flatMap((route) => {
    const generated = DEFAULT_LAYOUT.routePaths(route);
    const missing = layers.filter((layer) => !files.has(generated[layer]));
    if (missing.length === 0) return [];
    const paths = new Set<ProjectPath>();
    for (const [key, { path }] of owners.of(route).found) {
      if (missing.some((layer) => key.startsWith(`${layer} `))) paths.add(path);
    }
    if (paths.size === 0) return [];
    const message = `Kept route '${route}' as it is: you moved its code to ${
      [...paths].join(", ")
    }`;
    return [info("definition-kept", message)];
  });
}
