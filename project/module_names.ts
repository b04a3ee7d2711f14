/** Finding modules by the names that imports have for them. */

import type { ProjectPath } from "../core/project_path.ts";

/** The modules of a project; `src` or any other folder may be where its imports start. */
export class ModuleNames<Module extends { readonly path: ProjectPath }> {
  readonly #byPath = new Map<ProjectPath, Module>();
  readonly #byLastName = new Map<string, Module[]>();

  constructor(modules: readonly Module[]) {
    for (const module of modules) {
      this.#byPath.set(module.path, module);
      const name = dottedPath(module.path).split(".").at(-1) ?? "";
      const known = this.#byLastName.get(name);
      if (known === undefined) this.#byLastName.set(name, [module]);
      else known.push(module);
    }
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
    const [, dots = "", rest = ""] = /^(\.*)(.*?)\.?$/.exec(name) ?? [];
    const parts = rest === "" ? [] : rest.split(".");
    const base = dots === "" ? null : packageAbove(from, dots.length);
    const wanted = [...(base ?? []), ...parts].join(".");
    const candidates = this.#byLastName.get(wanted.split(".").at(-1) ?? "") ?? [];
    const exact = candidates.find(({ path }) => dottedPath(path) === wanted);
    if (exact !== undefined || base !== null) return exact;
    return candidates.find(({ path }) => dottedPath(path).endsWith(`.${wanted}`));
  }
}

function packageAbove(path: ProjectPath, dots: number): string[] {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, folders.length - dots + 1);
}

/** `api.routes` for both `api/routes.py` and `api/routes/__init__.py`. */
function dottedPath(path: ProjectPath): string {
  return path.replace(/(?:^|\/)__init__\.py$|\.py$/, "").replaceAll("/", ".");
}
