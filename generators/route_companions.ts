/** Modules beside a route's own that may hold handlers of it. */

import { isProjectPath, type ProjectPath } from "../core/project_path.ts";
import { mayHaveHandlers, routePaths, ROUTES_FOLDER } from "../project/layout.ts";
import { bindings } from "../python/bindings.ts";
import { readPython } from "../python/python_module.ts";

// Longer ones name no file, and each name that is imported from one would be a path as long.
const MAX_MODULE_LENGTH = 500;

const OWN_PACKAGE = ROUTES_FOLDER.split("/");

/** The files of the project's modules that a route's module imports, apart from its own layers. */
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

/** The parts of a module's name, as seen from a route's module. */
function absolute(module: string): string[] {
  const dots = /^\.*/.exec(module)?.[0] ?? "";
  const rest = module.slice(dots.length);
  const parts = rest === "" ? [] : rest.split(".");
  if (dots === "") return parts;
  return [...OWN_PACKAGE.slice(0, OWN_PACKAGE.length - dots.length + 1), ...parts];
}
