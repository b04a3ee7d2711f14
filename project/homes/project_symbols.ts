/** The definitions of a project's Python files, by file and by name. */

import type { Layout } from "../layout/layout.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";
import { layoutOf } from "../layout/layout_of.ts";
import { type FileSymbol, fileSymbols } from "../facts/file_symbols.ts";
import type { FlaskEndpoint } from "../routing/flask_endpoint.ts";
import { type FlaskModule, flaskModuleIn } from "../routing/flask_module.ts";
import { ModuleNames } from "../routing/module_names.ts";

/** A definition in a file. */
export interface SymbolPlace {
  readonly path: ProjectPath;
  readonly symbol: FileSymbol;
}

/** An endpoint, with the file that has it. */
export interface PlacedEndpoint {
  readonly path: ProjectPath;
  readonly endpoint: FlaskEndpoint;
}

/** A member that a module imports, and the file that it comes from. */
export interface ImportedMember {
  readonly name: string;
  readonly from: ProjectPath;
}

/** Looks up definitions. Reads each file at most once, when it is first needed. */
export class ProjectSymbols {
  readonly #modules = new Map<ProjectPath, ReadonlyMap<string, SymbolPlace>>();
  #everywhere: ReadonlyMap<string, readonly SymbolPlace[]> | undefined;
  #blueprints:
    | ReadonlyMap<string | null, readonly { readonly path: ProjectPath }[]>
    | undefined;
  #names: ModuleNames<{ readonly path: ProjectPath }> | undefined;
  #endpoints: ReadonlyMap<string, readonly PlacedEndpoint[]> | undefined;
  #layout: Layout | undefined;

  /** @param files The project's Python files. Others are ignored. */
  constructor(readonly files: Snapshot) {}

  /**
   * Returns the definitions in a file by name. Of several definitions with one name, the last
   * counts, as in Python.
   */
  in(path: ProjectPath): ReadonlyMap<string, SymbolPlace> {
    const known = this.#modules.get(path) ?? placesIn(path, fileSymbols(this.files, path).symbols);
    this.#modules.set(path, known);
    return known;
  }

  /** Returns the definitions with a name in all files. */
  named(name: string): readonly SymbolPlace[] {
    this.#everywhere ??= Map.groupBy(
      this.#paths().flatMap((path) => [...this.in(path).values()]),
      ({ symbol }) => symbol.name,
    );
    return this.#everywhere.get(name) ?? [];
  }

  /** Returns the routing in a file. */
  flask(path: ProjectPath): FlaskModule {
    return flaskModuleIn(this.files, path);
  }

  /** Returns the files that create a blueprint with a name. */
  withBlueprint(name: string): readonly ProjectPath[] {
    this.#blueprints ??= Map.groupBy(
      this.#paths().filter((path) => this.files.get(path)?.includes("Blueprint("))
        .flatMap((path) => this.flask(path).blueprints.map((each) => ({ path, name: each.name }))),
      (each) => each.name,
    );
    return this.#blueprints.get(name)?.map(({ path }) => path) ?? [];
  }

  /** Returns the endpoints that a variable registers, in all files. */
  routedBy(blueprint: string): readonly PlacedEndpoint[] {
    this.#endpoints ??= Map.groupBy(
      this.#paths().flatMap((path) =>
        this.flask(path).endpoints.map((endpoint) => ({ path, endpoint }))
      ),
      ({ endpoint }) => endpoint.blueprint,
    );
    return this.#endpoints.get(blueprint) ?? [];
  }

  /** The layout of the project. */
  get layout(): Layout {
    return this.#layout ??= layoutOf(this.files);
  }

  /** Finds the module that an import statement names. */
  imported(from: ProjectPath, module: string): ProjectPath | undefined {
    this.#names ??= new ModuleNames(this.#paths().map((path) => ({ path })));
    return this.#names.find(from, module)?.path;
  }

  /** Lists the members that a module imports from other modules of the project. */
  importsIn(path: ProjectPath): readonly ImportedMember[] {
    const text = this.files.get(path);
    if (text === undefined) return [];
    return bindings(readPython(text)).flatMap(({ imported }) => {
      if (imported === null || imported.member === null) return [];
      const from = this.imported(path, imported.module);
      return from === undefined ? [] : [{ name: imported.member, from }];
    });
  }

  #paths(): readonly ProjectPath[] {
    return [...this.files.keys()].filter((path) => path.endsWith(".py"));
  }
}

function placesIn(
  path: ProjectPath,
  symbols: readonly FileSymbol[],
): ReadonlyMap<string, SymbolPlace> {
  return new Map(symbols.map((symbol) => [symbol.name, { path, symbol }]));
}
