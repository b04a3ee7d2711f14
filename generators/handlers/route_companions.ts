/** Other modules that may have handlers of a route. */

import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";

// Longer names cannot be files. Each name imported from such a module would also make a long path.
const MAX_MODULE_LENGTH = 500;

/**
 * Returns the paths of the modules that a route's module imports and that may have handlers.
 *
 * @param own The path of the route's module.
 */
export function companionPaths(own: ProjectPath, text: string): readonly ProjectPath[] {
  const folder = own.split("/").slice(0, -1);
  const paths = bindings(readPython(text)).flatMap(({ imported }) => {
    if (imported === null || imported.module.length > MAX_MODULE_LENGTH) return [];
    const module = absolute(imported.module, folder);
    if (module[0] !== folder[0]) return [];
    const inside = imported.member === null ? [] : [[...module, imported.member]];
    return [module, ...inside].flatMap((parts) => {
      const path = parts.join("/");
      return [`${path}.py`, `${path}/__init__.py`];
    });
  });
  return [...new Set(paths)].filter((path) => /^[\w/]+\.py$/.test(path)).filter(isProjectPath)
    .filter((path) => path !== own && DEFAULT_LAYOUT.mayHaveHandlers(path));
}

/** Resolves the name of a module that a route's module imports, and splits it into parts. */
function absolute(module: string, folder: readonly string[]): string[] {
  const dots = /^\.*/.exec(module)?.[0] ?? "";
  const rest = module.slice(dots.length);
  const parts = rest === "" ? [] : rest.split(".");
  if (dots === "") return parts;
  return [...folder.slice(0, folder.length - dots.length + 1), ...parts];
}
