/** Packages that register the blueprints of all their modules, as a generated project does. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { readPython } from "../../python/python_module.ts";
import { blueprintVariable } from "../layout/layout.ts";

/**
 * Finds the packages that register the blueprint `<name>_bp` of each of their modules `<name>_route`. A
 * package counts only if some module calls its function.
 *
 * @param files The project's Python files.
 * @returns The folders of the packages.
 */
export function registeringPackages(files: Snapshot): ReadonlySet<string> {
  const functions = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.endsWith("/__init__.py") || !registersModules(text)) continue;
    const { definitions, lines, source } = readPython(text);
    const found = definitions.find(({ kind, header, last }) => {
      const code = source.slice(lines[header]?.start, lines[last]?.end);
      return kind === "function" && registersModules(code) && !skipsRoutes(code);
    });
    if (found !== undefined) functions.set(path.slice(0, -"/__init__.py".length), found.name);
  }
  const called = new Set<string>();
  for (const [folder, name] of functions) {
    const call = new RegExp(`(?<!def )\\b${name}\\(`);
    if ([...files.values()].some((text) => text.includes(name) && call.test(text))) {
      called.add(folder);
    }
  }
  return called;
}

/** Reports whether code registers the blueprints of a package's modules. */
export function registersModules(code: string): boolean {
  const loop = code.indexOf("iter_modules(");
  return loop !== -1 && code.includes(".register_blueprint(", loop);
}

/** Reports whether code registers the blueprints of modules by the names that Layerwright gives them. */
export function registersByName(code: string): boolean {
  return registersModules(code) && code.includes("_bp");
}

/**
 * Reports whether code registers the blueprints of all modules of a package, as far as it shows:
 * conditions and options could leave modules out, or give them other hosts.
 */
export function registersAll(code: string): boolean {
  return registersModules(code) &&
    !/\b(?:if|continue|try|match|defaults|host|subdomain)\b/.test(code.replace(SELECTION, ""));
}

/** Matches a condition that selects modules by the end of their names. */
const SELECTION = /\bif [\w.]{1,100}\.endswith\((["'])(\w{0,100})\1\):/;

/** Reports whether code that registers the modules of a package leaves modules of routes out. */
function skipsRoutes(code: string): boolean {
  const [, , ending] = SELECTION.exec(code) ?? [];
  return ending !== undefined && !"_route".endsWith(ending);
}

const ROUTE_MODULE = /^(.*)\/(\w+)_route(?:\/__init__)?\.py$/;

/**
 * Reports whether a package registers a module's blueprint.
 *
 * @param holds Reports whether a variable of the module holds the blueprint.
 */
export function isRegisteredByPackage(
  path: ProjectPath,
  holds: (variable: string) => boolean,
  packages: ReadonlySet<string>,
): boolean {
  const [, folder = "", route = ""] = ROUTE_MODULE.exec(path) ?? [];
  return packages.has(folder) && holds(blueprintVariable(route));
}
