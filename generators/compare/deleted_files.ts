/** Finds the modules of models and tests that people deleted. */

import { answers, LAYER_NAMES } from "../../project/layout/layers.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Records } from "../../project/records/records.ts";
import type { Project } from "../../project/project.ts";
import { definitionsIn } from "../../project/records/route_record.ts";

/**
 * Layers that a route can work without, so the states of its endpoints do not show that their files
 * were deleted.
 */
const OPTIONAL_LAYERS = LAYER_NAMES.filter((layer) => !answers(layer));

/**
 * Finds the modules of optional layers that people deleted. Leaves out modules whose code is in
 * another file now. Leaves out routes without any code, because the states of their endpoints show
 * the deletion.
 *
 * @returns The paths by route, of routes that lost a module.
 */
export function deletedModules(
  { routes }: Pick<Records, "routes">,
  project: Project,
): ReadonlyMap<string, readonly ProjectPath[]> {
  const { python: files } = project;
  const owners = project.homesOf(routes);
  return new Map([...routes].flatMap(([route, record]) => {
    const missing = OPTIONAL_LAYERS.filter((layer) =>
      !files.has(DEFAULT_LAYOUT.routePaths(route)[layer]) && definitionsIn(record, layer).size > 0
    );
    if (missing.length === 0) return [];
    const { found, paths } = owners.of(route);
    const layers = new Set([...found.keys()].map((key) => key.slice(0, key.indexOf(" "))));
    const gone = missing.filter((layer) => !layers.has(layer) && !files.has(paths[layer]));
    return layers.size === 0 || gone.length === 0
      ? []
      : [[route, gone.map((layer) => paths[layer])] as const];
  }));
}
