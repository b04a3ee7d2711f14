/** Finds the layout of a project, in which people may have renamed the folder of the app. */

import type { Snapshot } from "../../core/change_set.ts";
import { isProjectPath, projectPath } from "../../core/project_path.ts";
import { importName } from "./import_name.ts";
import { DEFAULT_LAYOUT, Layout } from "./layout.ts";

const FACTORY = /^def create_app\(/m;
const ROUTES = "/routes/__init__.py";

/**
 * Returns the layout of a project. The folder of its app is the only one with an application factory and a
 * package of routes.
 *
 * @param files The project's Python files.
 * @returns The default layout if `api` is such a package, or if it is unclear where the app is.
 *
 * @example
 * ```ts
 * import { projectPath } from "../../core/project_path.ts";
 * import { layoutOf } from "./layout_of.ts";
 * import { equal } from "node:assert/strict";
 *
 * const files = new Map([
 *   [projectPath("shop/__init__.py"), "def create_app():\n    return Flask(__name__)\n"],
 *   [projectPath("shop/routes/__init__.py"), ""],
 * ]);
 * equal(layoutOf(files).app, "shop");
 * ```
 */
export function layoutOf(files: Snapshot): Layout {
  if (files.has(DEFAULT_LAYOUT.factory)) return DEFAULT_LAYOUT;
  const found = [...files.keys()].filter((path) => path.endsWith(ROUTES))
    .map((path) => path.slice(0, -ROUTES.length))
    .filter((folder) => {
      const path = `${folder}/__init__.py`;
      return isProjectPath(path) && FACTORY.test(files.get(path) ?? "");
    });
  const [only] = found;
  return found.length === 1 && only !== undefined ? layoutAt(only, files) : DEFAULT_LAYOUT;
}

/** Returns the layout of a project whose app is in a folder. */
export function layoutAt(app: string, files: Snapshot): Layout {
  if (app === DEFAULT_LAYOUT.app) return DEFAULT_LAYOUT;
  return new Layout(app, importName(projectPath(`${app}/__init__.py`), files));
}
