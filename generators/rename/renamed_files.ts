/** The files of a route that move with its name. */

import { LAYER_NAMES } from "../../project/layout/layers.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { Manifest } from "../../project/records/manifest.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import type { Project } from "../../project/project.ts";

/** A module of a route whose file or folder is named after the route. */
export interface RenamedModule {
  readonly path: ProjectPath;
  readonly to: ProjectPath;
  /** The name of the module or of the package, before and after. */
  readonly before: string;
  readonly after: string;
}

/**
 * Finds the modules that are named after their route, including modules that people moved to other
 * folders or turned into packages.
 */
export function renamedModules(
  from: string,
  to: string,
  home: RouteHome,
  files: Snapshot,
): readonly RenamedModule[] {
  if (from === to) return [];
  const [old, now] = [DEFAULT_LAYOUT.routePaths(from), DEFAULT_LAYOUT.routePaths(to)];
  const stems = LAYER_NAMES.flatMap(
    (layer): readonly (readonly [stem: string, after: string])[] => {
      const [name, after] = [baseOf(stemOf(old[layer])), baseOf(stemOf(now[layer]))];
      const found = [old[layer], home.paths[layer]].map(stemOf).filter((each) =>
        baseOf(each) === name
      );
      return found.map((each) => [each, each.slice(0, -name.length) + after]);
    },
  );
  const known = new Map(stems);
  return [...files.keys()].flatMap((path): readonly RenamedModule[] => {
    if (!path.endsWith(".py")) return [];
    const stem = [...known.keys()].find((each) =>
      path === `${each}.py` || path.startsWith(`${each}/`)
    );
    if (stem === undefined) return [];
    const after = known.get(stem) ?? stem;
    const renamed = projectPath(after + path.slice(stem.length));
    return [{ path, to: renamed, before: baseOf(stem), after: baseOf(after) }];
  });
}

/** Returns the path of a module or of a package, without its ending. */
function stemOf(path: ProjectPath): string {
  return path.replace(/(?:\/__init__)?\.py$/, "");
}

function baseOf(stem: string): string {
  return stem.slice(stem.lastIndexOf("/") + 1);
}

/** Finds the files that would stay behind in renamed packages, because they are not Python. */
export function strayFiles(
  modules: readonly RenamedModule[],
  { folders }: Project,
): readonly string[] {
  const renamed = new Set<string>(modules.map(({ path }) => path));
  return [...folders].flatMap(([folder, entries]) => {
    if (folder === null || !renamed.has(`${folder}/__init__.py`)) return [];
    return entries.filter(({ name }) => name !== "__pycache__" && !name.endsWith(".py"))
      .map(({ name }) => `${folder}/${name}`);
  });
}

/**
 * Finds links to files that cannot be renamed: the new file would not be a link, or the link's
 * target changes under its own name, too.
 *
 * @param paths The new paths of renamed files.
 * @param texts The new texts of changed files, by their old paths.
 */
export function unfitLinks(
  paths: ReadonlyMap<string, ProjectPath>,
  texts: Snapshot,
  { files, links = new Set() }: Project,
): readonly ProjectPath[] {
  const targets = new Set(
    [...texts.keys()].filter((path) => !links.has(path)).map((path) => files.get(path)),
  );
  return [...links].filter((path) =>
    paths.has(path) || texts.has(path) && targets.has(files.get(path))
  );
}

/** Finds files that already are where a route's files would move, ignoring case. */
export function takenPaths(
  paths: readonly ProjectPath[],
  { from, to }: { readonly from: string; readonly to: string },
  files: Snapshot,
): readonly ProjectPath[] {
  const modules = from === to ? [] : Object.values(DEFAULT_LAYOUT.routePaths(to));
  const packages = modules.map((path) => path.replace(/\.py$/, "/__init__.py"));
  const wanted = new Set([...paths, ...modules, ...packages].map((path) => path.toLowerCase()));
  return [...files.keys()].filter((path) => wanted.has(path.toLowerCase()));
}

/** Returns the recorded project-wide files that are not Python, such as the README. */
export function otherFiles({ files }: Manifest): readonly ProjectPath[] {
  return [...files.keys()].filter((path) => !path.endsWith(".py"));
}
