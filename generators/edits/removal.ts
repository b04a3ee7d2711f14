/** Removes definitions from a project, except those that other code uses. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
import type { DefinitionUse } from "../../project/semantics/uses.ts";
import { readImports } from "../../python/imports.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import { removeSymbols } from "../../python/remove_symbols.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import { isEmptyModule } from "./empty_module.ts";
import { type Removable, RemovalGraph } from "./removal_graph.ts";

/** The code to remove from a project. */
export interface RemovalRequest<Definition extends Removable> {
  /** The definitions. The methods of a class are listed beside the class. */
  readonly definitions: readonly Definition[];
  /** The files that Layerwright made. A file that has no definitions left is deleted. */
  readonly files: ReadonlySet<ProjectPath>;
  /** The data files of mocks, by the names under which code loads them. */
  readonly data: ReadonlyMap<string, ProjectPath>;
}

/** A definition that stays. */
export interface KeptDefinition<Definition extends Removable> {
  readonly definition: Definition;
  /** The uses in code that stays. Empty if the definition stays for another reason. */
  readonly uses: readonly DefinitionUse[];
}

/** A project without some of its definitions. */
export interface Removal<Definition extends Removable> {
  /** The new text of each changed Python file and data file; `null` if it is deleted. */
  readonly texts: ReadonlyMap<ProjectPath, string | null>;
  readonly removed: readonly Definition[];
  readonly kept: readonly KeptDefinition<Definition>[];
}

/**
 * Removes definitions, the imports that only they used, and files without any code left. A
 * definition that other code uses stays, and so does everything that the definition uses.
 *
 * @param project A project whose Python files all parse.
 */
export function removeFromProject<Definition extends Removable>(
  project: Project,
  request: RemovalRequest<Definition>,
): Removal<Definition> {
  if (request.definitions.length + request.data.size === 0) {
    return { texts: new Map(), removed: [], kept: [] };
  }
  return new ProjectRemoval(project, request).run();
}

class ProjectRemoval<Definition extends Removable> {
  readonly #project: Project;
  readonly #request: RemovalRequest<Definition>;
  readonly #graph: RemovalGraph<Definition>;
  readonly #symbols = new Map<ProjectPath, Map<string, PythonSymbol[]>>();
  readonly #imports = new Map<string, ReadonlySet<string>>();
  #texts = new Map<ProjectPath, string | null>();

  constructor(project: Project, request: RemovalRequest<Definition>) {
    this.#project = project;
    this.#request = request;
    this.#graph = new RemovalGraph(request.definitions, project.uses, (each) => this.#named(each));
  }

  run(): Removal<Definition> {
    while (this.#keepMore()) { /* Definitions that stay may keep others. */ }
    this.#deleteData();
    return {
      texts: this.#texts,
      removed: this.#graph.removed.map(({ definition }) => definition),
      kept: [...this.#graph.kept].map(([{ definition }, uses]) => ({ definition, uses })),
    };
  }

  #named({ path, name }: Removable): readonly PythonSymbol[] {
    const known = this.#symbols.get(path) ??
      Map.groupBy(symbols(this.#project.module(path)), (symbol) => symbol.name);
    this.#symbols.set(path, known);
    return known.get(name) ?? [];
  }

  /**
   * Removes the removable definitions, and reports whether remaining uses keep some of these
   * definitions.
   */
  #keepMore(): boolean {
    this.#texts = new Map();
    const nodes = new Map(
      this.#graph.removed.flatMap((node) => node.symbols.map((symbol) => [symbol, node])),
    );
    let isMore = false;
    for (const [path, found] of Map.groupBy(nodes, ([, { definition }]) => definition.path)) {
      const { text, left } = removeSymbols(
        this.#project.module(path),
        found.map(([symbol]) => symbol),
        {
          keptImports: this.#neededImports(path),
        },
      );
      this.#texts.set(path, text);
      for (const symbol of left) {
        const node = nodes.get(symbol);
        if (node !== undefined) this.#graph.keep(node);
        isMore = true;
      }
    }
    if (isMore) return true;
    this.#deleteEmpty();
    for (const node of this.#graph.removed) {
      const importing = this.#graph.importsOf(node).filter((use) => this.#isLeft(use));
      if (importing.length > 0) this.#graph.keep(node, importing);
      isMore ||= importing.length > 0;
      const { path, goesWithFile } = node.definition;
      if (goesWithFile !== true || this.#texts.get(path) === null) continue;
      this.#graph.keep(node);
      isMore = true;
    }
    return isMore;
  }

  /** Lists the imported names of a module that other modules import from it. */
  #neededImports(path: ProjectPath): ReadonlySet<string> {
    const names = readImports(this.#project.module(path)).flatMap((statement) => statement.names)
      .map(({ name, alias }) => alias ?? name);
    return new Set(
      names.filter((name) =>
        this.#project.uses.of({ path, name }).some((use) =>
          use.path !== path && !this.#graph.goes(use)
        )
      ),
    );
  }

  /** Deletes generated files that have no definitions left, unless other files import them. */
  #deleteEmpty(): void {
    const empty = new Map<ProjectPath, string>();
    for (const [path, text] of this.#texts) {
      if (text === null || !this.#request.files.has(path) || !isEmptyModule(text)) continue;
      empty.set(path, text);
      this.#texts.set(path, null);
    }
    let count = -1;
    while (count !== empty.size) {
      count = empty.size;
      for (const [path, text] of empty) {
        if (!this.#project.uses.of({ path, name: null }).some((use) => this.#isLeft(use))) continue;
        this.#texts.set(path, text);
        empty.delete(path);
      }
    }
  }

  /** Reports whether a use is still in the changed project. */
  #isLeft(use: DefinitionUse): boolean {
    if (this.#graph.goes(use)) return false;
    const text = this.#texts.get(use.path);
    if (text === null) return false;
    if (use.kind !== "import" || text === undefined) return true;
    const statement = importAt(this.#project.module(use.path), use.offset);
    return statement === null || this.#importsIn(text).has(statement);
  }

  #importsIn(text: string): ReadonlySet<string> {
    const known = this.#imports.get(text) ?? new Set(importedNames(readPython(text)).values());
    this.#imports.set(text, known);
    return known;
  }

  /** Deletes the data files that code no longer loads. */
  #deleteData(): void {
    const { data } = this.#request;
    if (data.size === 0) return;
    const loaded = new Set<string>();
    for (const [path, before] of this.#project.python) {
      const text = this.#texts.get(path) ?? (this.#texts.has(path) ? "" : before);
      for (const [, name = ""] of text.matchAll(JSON_NAME)) loaded.add(name);
    }
    for (const [name, path] of data) if (!loaded.has(name)) this.#texts.set(path, null);
  }
}

const JSON_NAME = /["']([^"'\r\n]*\.json)["']/g;

/** Returns the imported names of a module by offset, each with its module. */
function importedNames(module: PythonModule): ReadonlyMap<number, string> {
  return new Map(
    readImports(module).flatMap(({ kind, module: from, names }) =>
      names.map(({ name, alias, start }) => [start, `${kind} ${from} ${name} ${alias}`])
    ),
  );
}

function importAt(module: PythonModule, offset: number): string | null {
  const known = importsOf.get(module) ?? importedNames(module);
  importsOf.set(module, known);
  return known.get(offset) ?? null;
}

/**
 * Caches the imports of modules, because one removal needs the imports of a module several times.
 */
const importsOf = new WeakMap<PythonModule, ReadonlyMap<number, string>>();
