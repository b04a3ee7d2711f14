/** The folder of the app's package, which people may have renamed. */

import type { Snapshot } from "../../core/change_set.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../../core/project_path.ts";
import { APP_FOLDER, APP_PATH } from "./layout.ts";

const FACTORY = /^def create_app\(/m;
const ROUTES = "/routes/__init__.py";

/**
 * Finds the folder of the app's package: the only one with an application factory and a package of routes.
 *
 * @param files The project's Python files.
 * @returns `api` if that package exists, or if it is unclear where the app is.
 *
 * @example
 * ```ts
 * import { projectPath } from "../../core/project_path.ts";
 * import { appFolder } from "./app_folder.ts";
 * import { equal } from "node:assert/strict";
 *
 * const files = new Map([
 *   [projectPath("shop/__init__.py"), "def create_app():\n    return Flask(__name__)\n"],
 *   [projectPath("shop/routes/__init__.py"), ""],
 * ]);
 * equal(appFolder(files), "shop");
 * ```
 */
export function appFolder(files: Snapshot): string {
  if (files.has(APP_PATH)) return APP_FOLDER;
  const found = [...files.keys()].filter((path) => path.endsWith(ROUTES))
    .map((path) => path.slice(0, -ROUTES.length))
    .filter((folder) => {
      const path = `${folder}/__init__.py`;
      return isProjectPath(path) && FACTORY.test(files.get(path) ?? "");
    });
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : APP_FOLDER;
}

/** The place of the app. */
interface AppPlace {
  /** The folder of its package. */
  readonly app: string;
}

/** Returns the path of a generated file, such as `api/per_request.py`, in the package of the app. */
export function inApp(path: ProjectPath, { app }: AppPlace): ProjectPath {
  const isMoved = app !== APP_FOLDER && path.startsWith(`${APP_FOLDER}/`);
  return isMoved ? projectPath(app + path.slice(APP_FOLDER.length)) : path;
}

/** Returns the path that a file of the app would have if no one had renamed the app's package. */
export function generatedPath(path: ProjectPath, { app }: AppPlace): ProjectPath {
  return path.startsWith(`${app}/`) ? projectPath(APP_FOLDER + path.slice(app.length)) : path;
}
