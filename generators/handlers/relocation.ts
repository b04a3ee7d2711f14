/** Adapts generated code to the places and the names that people gave to the code of its route. */

import { APP_LAYERS, CLASS_LAYERS, layerClass } from "../../project/layout/layers.ts";
import { importName, moduleName } from "../../project/layout/import_name.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { blueprintVariable, DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { foundModels, type RouteHome } from "../../project/homes/route_home.ts";
import { renameNames } from "../../python/rename_names.ts";
import type { CodePart, Import } from "../code/code_part.ts";
import { namesIn } from "../code/names_in.ts";

/** Adapts definitions of a route to its home. */
export class Relocation {
  readonly #home: RouteHome;
  readonly #files: Pick<Snapshot, "has">;
  readonly #modules: ReadonlyMap<string, string>;
  readonly #names: ReadonlyMap<string, string>;
  /** The files of the models that were found, by their generated names. */
  readonly #models: ReadonlyMap<string, ProjectPath>;
  readonly #modelFiles: ReadonlySet<ProjectPath>;

  /** @param files The project's files. */
  constructor(home: RouteHome, files: Pick<Snapshot, "has">) {
    const { route, paths, blueprint, isMoved } = home;
    this.#home = home;
    this.#files = files;
    const generated = DEFAULT_LAYOUT.routePaths(route);
    this.#modules = new Map(
      isMoved
        ? APP_LAYERS.map((layer) => [moduleName(generated[layer]), importName(paths[layer], files)])
        : [],
    );
    const placed = [...foundModels(home)];
    const models = placed.map(([from, { name }]) => [from, name] as const);
    this.#models = new Map(placed.map(([from, { path }]) => [from, path]));
    this.#modelFiles = new Set([paths.model, ...this.#models.values()]);
    const all = [
      ...CLASS_LAYERS.map((layer) => [layerClass(layer, route), home[layer]] as const),
      [blueprintVariable(route), blueprint] as const,
      ...models,
    ];
    this.#names = new Map(all.filter(([from, to]) => from !== to));
  }

  /**
   * Adapts the names and the imports that a definition uses.
   *
   * @param path The file of the definition. If people merged the layers, imports from that file are
   * left out.
   */
  apply({ code, imports, ...part }: CodePart, path: ProjectPath): CodePart {
    if (!this.#home.isMoved) return { code, imports, ...part };
    const own = importName(path, this.#files);
    const needed = [...imports, ...this.#modelsElsewhere(code, path)];
    return {
      ...part,
      code: renameNames(code, this.#names),
      imports: needed.map(({ module, name, ...each }) => ({
        ...each,
        module: this.#module(module, name),
        name: this.#modules.has(module) ? this.#names.get(name) ?? name : name,
      })).filter(({ module }) => module !== own),
    };
  }

  /** Returns the imports of a model's code that names models which people moved to other files. */
  #modelsElsewhere(code: string, path: ProjectPath): readonly Import[] {
    if (!this.#modelFiles.has(path)) return [];
    const module = moduleName(DEFAULT_LAYOUT.routePaths(this.#home.route).model);
    return [...namesIn(code)].filter((name) => this.#models.has(name))
      .map((name) => ({ module, name }));
  }

  #module(name: string, member: string): string {
    const isModel = name === moduleName(DEFAULT_LAYOUT.routePaths(this.#home.route).model);
    const model = isModel ? this.#models.get(member) : undefined;
    if (model !== undefined) return importName(model, this.#files);
    return this.#modules.get(name) ?? this.#home.layout.imported(name);
  }
}
