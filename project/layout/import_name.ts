/** The names under which code imports modules. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";

/**
 * Returns the name under which a project imports a module. Folders above the outermost package,
 * such as `src`, are not part of that name.
 */
export function importName(path: ProjectPath, files: Pick<Snapshot, "has">): string {
  const folders = path.split("/").slice(0, -1);
  const first = folders.findIndex((_, index) =>
    files.has(`${folders.slice(0, index + 1).join("/")}/__init__.py` as ProjectPath)
  );
  const above = folders.slice(0, Math.max(first, 0)).join("/");
  const inside = above === "" ? path : path.slice(above.length + 1);
  return moduleName(inside as ProjectPath);
}

/** Returns a module's dotted name: `api.routes` for both `api/routes.py` and `api/routes/__init__.py`. */
export function moduleName(path: ProjectPath): string {
  return path.replace(/(?:^|\/)__init__\.py$|\.py$/, "").replaceAll("/", ".");
}
