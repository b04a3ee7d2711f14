/** Module lookup by the names in import statements. */

import type { ProjectPath } from "../../core/project_path.ts";
import { moduleName } from "../layout/import_name.ts";

/** The modules whose dotted names end with the same parts. */
interface Ending<Module> {
  /** Longer endings, by the part that they add in front. */
  readonly longer: Map<string, Ending<Module>>;
  /** The first module whose name consists of exactly these parts. */
  exact?: Module;
  /** The first module whose name has more parts in front of these. */
  inside?: Module;
}

/**
 * Looks up the modules of a project by dotted name. An import may start at any folder, such as `src`, so
 * only the last parts of a module's full name may be known. The modules are therefore in a tree, keyed by
 * the parts of their names from last to first. The time of a lookup depends only on the name's length.
 */
export class ModuleNames<Module extends { readonly path: ProjectPath }> {
  readonly #byPath: ReadonlyMap<ProjectPath, Module>;
  /** Computed when a module is looked up by its name. */
  #endings: Ending<Module> | undefined;

  constructor(private readonly all: readonly Module[]) {
    this.#byPath = new Map(all.map((module) => [module.path, module]));
  }

  #allEndings(): Ending<Module> {
    if (this.#endings !== undefined) return this.#endings;
    const endings: Ending<Module> = { longer: new Map() };
    for (const module of this.all) this.#add(module, endings);
    return this.#endings = endings;
  }

  #add(module: Module, endings: Ending<Module>): void {
    let ending = endings;
    for (const name of moduleName(module.path).split(".").toReversed()) {
      ending.inside ??= module;
      const longer: Ending<Module> = ending.longer.get(name) ?? { longer: new Map() };
      ending.longer.set(name, longer);
      ending = longer;
    }
    ending.exact ??= module;
  }

  /** Returns the module in a file. */
  at(path: ProjectPath): Module | undefined {
    return this.#byPath.get(path);
  }

  /**
   * Finds a module.
   *
   * @param from The file of the importing module.
   * @param name The module's name, as in the import statement. A dot at the end is ignored.
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
    let ending: Ending<Module> | undefined = this.#allEndings();
    for (const name of wanted.split(".").toReversed()) ending = ending?.longer.get(name);
    return ending;
  }
}

function packageAbove(path: ProjectPath, dots: number): string[] {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, folders.length - dots + 1);
}
