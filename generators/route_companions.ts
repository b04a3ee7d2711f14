/** Other modules that may have handlers of a route. */

import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { mayHaveHandlers, routePaths, ROUTES_FOLDER } from "../project/layout.ts";
import { bindings } from "../python/bindings.ts";
import { readPython } from "../python/python_module.ts";

// Longer names cannot be files. They would also make long paths, one for each name imported from them.
const MAX_MODULE_LENGTH = 500;

const OWN_PACKAGE = ROUTES_FOLDER.split("/");

/** Returns the paths of the modules that a route's module imports and that may have handlers. */
export function companionPaths(route: string, text: string): readonly ProjectPath[] {
  const own = routePaths(route).route;
  const paths = bindings(readPython(text)).flatMap(({ imported }) => {
    if (imported === null || imported.module.length > MAX_MODULE_LENGTH) return [];
    const module = absolute(imported.module);
    if (module[0] !== OWN_PACKAGE[0]) return [];
    const inside = imported.member === null ? [] : [[...module, imported.member]];
    return [module, ...inside].flatMap((parts) => {
      const path = parts.join("/");
      return [`${path}.py`, `${path}/__init__.py`];
    });
  });
  return [...new Set(paths)].filter((path) => /^[\w/]+\.py$/.test(path)).filter(isProjectPath)
    .filter((path) => path !== own && mayHaveHandlers(path));
}

/** Resolves the name of a module that a route's module imports, and splits it into parts. */
function absolute(module: string): string[] {
  const dots = /^\.*/.exec(module)?.[0] ?? "";
  const rest = module.slice(dots.length);
  const parts = rest === "" ? [] : rest.split(".");
  if (dots === "") return parts;
  return [...OWN_PACKAGE.slice(0, OWN_PACKAGE.length - dots.length + 1), ...parts];
}
