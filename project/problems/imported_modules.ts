/** Finds the modules of a project that imports name, where it is certain which module is meant. */

import type { Snapshot } from "../../core/change_set.ts";
import { isProjectPath, type ProjectPath, projectPath } from "../../core/project_path.ts";
import { isStandardModule } from "../../python/standard_library.ts";
import { importName } from "../layout/import_name.ts";
import type { PlainImport } from "./module_facts.ts";

/** The module that an import names. */
export type ImportedModule =
  | { readonly kind: "module"; readonly path: ProjectPath }
  /** A folder without an `__init__.py`. */
  | { readonly kind: "folder"; readonly path: string }
  /** No file of the project. `name` is the shortest part of the name that does not exist, and `path` its file. */
  | { readonly kind: "missing"; readonly name: string; readonly path: ProjectPath };

/** Returns the files that the imports of a module may name, in the project's own packages. */
export function importedPaths(
  from: ProjectPath,
  imports: readonly PlainImport[],
  files: Snapshot,
): readonly string[] {
  const own = importName(from, files).split(".");
  const place = from.replace(/\/__init__\.py$/, ".py").split("/");
  const root = place.slice(0, -own.length);
  return imports.flatMap(({ module, members }) => {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0;
    const parts = module.slice(dots).split(".").filter((part) => part !== "");
    if (dots === 0 && parts[0] !== own[0]) return [];
    const folder = dots === 0 ? root : from.split("/").slice(0, -dots);
    const named = [parts, ...(members ?? []).map((member) => [...parts, member])];
    return named.flatMap((each) => {
      const path = [...folder, ...each].join("/");
      return [`${path}.py`, `${path}/__init__.py`];
    });
  });
}

/** Modules that tools write when they build a project, and not those of a route such as `versions`. */
const BUILT = /^(?!.*_(?:model|repository|route|service)$)(?:_|.*(?:version|_pb2))/;

/** Looks up the modules of a project. */
export class ImportedModules {
  readonly #files: Snapshot;
  readonly #folders = new Set<string>();
  /** Number of files that are, or are the package of, each top module. */
  readonly #tops = new Map<string, number>();
  readonly #open = new Map<ProjectPath, boolean>();
  /** Whether a build may add compiled modules. */
  readonly #isBuilt: boolean;

  constructor(files: Snapshot) {
    this.#files = files;
    this.#isBuilt = /\b(?:ext_modules|Extension|cythonize)\b/.test(
      files.get("setup.py" as ProjectPath) ?? "",
    );
    for (const path of files.keys()) {
      for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        const folder = path.slice(0, end);
        if (this.#folders.has(folder)) break;
        this.#folders.add(folder);
      }
      const name = importName(path, files);
      const [top = ""] = name.split(".", 1);
      // A package counts once, by its own file.
      if (name === top) this.#tops.set(top, (this.#tops.get(top) ?? 0) + 1);
    }
  }

  /** Finds the module that an import names; `null` if it may be another package's. */
  find(from: ProjectPath, name: string): ImportedModule | null {
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    if (dots > 0) {
      const folders = from.split("/").slice(0, -1);
      const root = folders.slice(0, folders.length - dots + 1).join("/");
      return dots > folders.length ? null : this.#below(root, name.slice(dots), ".".repeat(dots));
    }
    const [top = ""] = name.split(".");
    if (isStandardModule(top) || (this.#tops.get(top) ?? 0) > 1) return null;
    const own = importName(from, this.#files).split(".").length;
    const above = from.replace(/\/__init__\.py$/, ".py").split("/").slice(0, -own).join("/");
    for (const root of new Set([above, "", "src"])) {
      if (this.#file(root, top) !== null) return this.#below(root, name);
    }
    return null;
  }

  /** Reports whether a package has a module or package, or may have one that a build writes. */
  inside(path: string, name: string): boolean {
    if (path.endsWith("__init__.py") && BUILT.test(name)) return true;
    const folder = path.replace(/\/__init__\.py$/, "");
    return this.#file(folder, name) !== null || this.#folders.has(`${folder}/${name}`);
  }

  /** Returns the file of a module or package in a folder; `null` if there is none. */
  #file(folder: string, name: string): ProjectPath | null {
    const path = folder === "" ? name : `${folder}/${name}`;
    const found = [`${path}/__init__.py`, `${path}.py`].find((each) =>
      this.#files.has(each as ProjectPath)
    );
    return found !== undefined && isProjectPath(found) ? found : null;
  }

  /** Reports whether a package may have modules in other folders. */
  #isOpen(path: ProjectPath): boolean {
    const known = this.#open.get(path) ?? this.#files.get(path)?.includes("__path__") ?? false;
    this.#open.set(path, known);
    return known;
  }

  /** @param dots The dots before the name. */
  #below(root: string, name: string, dots = ""): ImportedModule | null {
    const init = `${root}/__init__.py` as ProjectPath;
    let found: ImportedModule = this.#files.has(init)
      ? { kind: "module", path: init }
      : { kind: "folder", path: root };
    let folder = root;
    let known = "";
    for (const part of name.split(".").filter((each) => each !== "")) {
      if (found.kind === "module" && this.#isOpen(found.path)) return null;
      const path = this.#file(folder, part);
      folder = folder === "" ? part : `${folder}/${part}`;
      known = known === "" ? part : `${known}.${part}`;
      if (path === null && !this.#folders.has(folder)) {
        if (BUILT.test(part) || this.#isBuilt) return null;
        return { kind: "missing", name: dots + known, path: projectPath(`${folder}.py`) };
      }
      found = path === null ? { kind: "folder", path: folder } : { kind: "module", path };
    }
    return found;
  }
}
