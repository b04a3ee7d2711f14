/** Finding modules by the names that imports have for them. */

import type { ProjectPath } from "../core/project_path.ts";

/** The modules whose dotted paths end with the same names. */
interface Ending<Module> {
  /** By the name before these. */
  readonly longer: Map<string, Ending<Module>>;
  /** The first module whose path is just these names. */
  exact?: Module;
  /** The first module whose path has more names before these. */
  inside?: Module;
}

/**
 * The modules of a project; `src` or any other folder may be where its imports start. They are kept in
 * a tree by their names, the last one first, so that finding one takes time with the length of its name
 * alone.
 */
export class ModuleNames<Module extends { readonly path: ProjectPath }> {
  readonly #byPath = new Map<ProjectPath, Module>();
  readonly #endings: Ending<Module> = { longer: new Map() };

  constructor(modules: readonly Module[]) {
    for (const module of modules) this.#add(module);
  }

  #add(module: Module): void {
    this.#byPath.set(module.path, module);
    let ending = this.#endings;
    for (const name of moduleName(module.path).split(".").toReversed()) {
      ending.inside ??= module;
      const longer: Ending<Module> = ending.longer.get(name) ?? { longer: new Map() };
      ending.longer.set(name, longer);
      ending = longer;
    }
    ending.exact ??= module;
  }

  /** The module in a file. */
  at(path: ProjectPath): Module | undefined {
    return this.#byPath.get(path);
  }

  /**
   * Finds a module.
   *
   * @param from The file of the importing module.
   * @param name As an import has it; a dot at its end does not count.
   */
  find(from: ProjectPath, name: string): Module | undefined {
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    const rest = name.slice(dots).replace(/\.$/, "");
    const base = dots === 0 ? null : packageAbove(from, dots);
    const wanted = [...(base ?? []), ...(rest === "" ? [] : [rest])].join(".");
    const ending = this.#ending(wanted);
    return ending?.exact ?? (base === null ? ending?.inside : undefined);
  }

  #ending(wanted: string): Ending<Module> | undefined {
    let ending: Ending<Module> | undefined = this.#endings;
    for (const name of wanted.split(".").toReversed()) ending = ending?.longer.get(name);
    return ending;
  }
}

function packageAbove(path: ProjectPath, dots: number): string[] {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, folders.length - dots + 1);
}

/** Returns a module's dotted name: `api.routes` for both `api/routes.py` and `api/routes/__init__.py`. */
export function moduleName(path: ProjectPath): string {
  return path.replace(/(?:^|\/)__init__\.py$|\.py$/, "").replaceAll("/", ".");
}
