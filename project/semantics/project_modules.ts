/** The Python modules of a project, and the names in them. */

import type { Snapshot } from "../../core/change_set.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import type { Definition } from "../../python/outline.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { ModuleNames } from "../routing/module_names.ts";
import { Scope } from "./scopes.ts";

/** A module of a project, or a folder of modules. */
export interface ProjectModule {
  readonly path: ProjectPath;
  readonly text: string;
  readonly python: PythonModule;
  readonly scope: Scope;
  /** The names of its definitions and their methods, such as `Service` and `Service.get`. */
  readonly names: ReadonlyMap<Definition, string>;
}

/** The modules of a project by file, and by the names in imports. */
export class ProjectModules {
  readonly #names: ModuleNames<ProjectModule>;
  /** The results for absolute names, which do not depend on the importing module. */
  readonly #found = new Map<string, ProjectModule | typeof MISSING>();
  /** The modules that have a file, in the order of the files. */
  readonly all: readonly ProjectModule[];

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.all = [...files].map(([path, text]) => new LazyModule(path, text));
    this.#names = new ModuleNames([...this.all, ...folderModules(files)]);
  }

  /** Finds the module in a file, or a package by its `__init__.py`. */
  at(path: string): ProjectModule | undefined {
    return this.#names.at(path as ProjectPath);
  }

  /** Finds a module by its name in an import statement of another module. */
  find(from: ProjectModule, name: string): ProjectModule | undefined {
    if (name.startsWith(".")) return this.#names.find(from.path, name);
    const known = this.#found.get(name);
    if (known !== undefined) return known === MISSING ? undefined : known;
    const found = this.#names.find(from.path, name);
    this.#found.set(name, found ?? MISSING);
    return found;
  }

  /** Finds a module in a package. */
  inside({ path }: ProjectModule, name: string): ProjectModule | undefined {
    if (!path.endsWith(PACKAGE)) return undefined;
    const folder = path.slice(0, -PACKAGE.length);
    return this.at(`${folder}/${name}.py`) ?? this.at(`${folder}/${name}${PACKAGE}`);
  }
}

const MISSING = "missing";
const PACKAGE = "/__init__.py";

/** A module that is read when it is needed first: most answers need few of a project's modules. */
class LazyModule implements ProjectModule {
  #python: PythonModule | undefined;
  #scope: Scope | undefined;
  #names: ReadonlyMap<Definition, string> | undefined;

  constructor(readonly path: ProjectPath, readonly text: string) {}

  get python(): PythonModule {
    return this.#python ??= readPython(this.text);
  }

  get scope(): Scope {
    return this.#scope ??= new Scope(this.python);
  }

  get names(): ReadonlyMap<Definition, string> {
    return this.#names ??= namesIn(this.python);
  }
}

function namesIn({ definitions }: PythonModule): ReadonlyMap<Definition, string> {
  const names = new Map<Definition, string>();
  for (const definition of definitions) {
    names.set(definition, definition.name);
    if (definition.kind !== "class") continue;
    for (const child of definition.children) {
      if (child.kind === "function") names.set(child, `${definition.name}.${child.name}`);
    }
  }
  return names;
}

/** Returns an empty module for each folder of modules that is a package without an `__init__.py`. */
function folderModules(files: Snapshot): ProjectModule[] {
  const packages = new Set<string>();
  for (const path of files.keys()) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const init = path.slice(0, end) + PACKAGE;
      if (packages.has(init)) break;
      packages.add(init);
    }
  }
  return [...packages].filter((path) => !files.has(path as ProjectPath))
    .map((path) => new LazyModule(projectPath(path), ""));
}
