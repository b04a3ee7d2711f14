/** The modules of a project, with what their names stand for. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { bindings, type ImportedThing } from "../python/bindings.ts";
import { type Token, tokenize } from "../python/expression.ts";
import type { Definition } from "../python/outline.ts";
import { allDefinitions, type PythonModule, readPython } from "../python/python_module.ts";
import { readAssignment } from "./flask_scope.ts";
import { ModuleNames } from "./module_names.ts";

/** What a name of a module or a function is bound to. */
export type Bound =
  | { readonly kind: "definition"; readonly definition: Definition }
  | { readonly kind: "import"; readonly imported: ImportedThing }
  /** The name is assigned once. */
  | { readonly kind: "value"; readonly tokens: readonly Token[] }
  | { readonly kind: "parameter"; readonly annotation: readonly Token[] }
  /** The name is bound several times, or in another way. */
  | { readonly kind: "other" };

/** A module of a project. It is parsed when it is first needed. */
export class SourceFile {
  #module: PythonModule | null = null;
  #names: ReadonlyMap<string, Bound> | null = null;
  #starImports: readonly string[] | null = null;
  #definitions: Definitions | null = null;

  constructor(readonly path: ProjectPath, private readonly text: string) {}

  get module(): PythonModule {
    return this.#module ??= readPython(this.text);
  }

  /** The names at the module's top level. */
  get names(): ReadonlyMap<string, Bound> {
    return this.#names ??= topLevelNames(this.module);
  }

  /** The modules of which the module imports every name, the last one first. */
  get starImports(): readonly string[] {
    return this.#starImports ??= bindings(this.module)
      .flatMap(({ name, imported }) => name === "*" && imported !== null ? [imported.module] : [])
      .reverse();
  }

  /** Finds the function or class with a decorator on a 1-based row. */
  decoratedAt(row: number): Definition | null {
    return this.#index.byRow.get(row) ?? null;
  }

  /** Finds a function or class anywhere in the module. If several have the name, the last one counts. */
  definitionOf(name: string): Definition | null {
    return this.#index.byName.get(name) ?? null;
  }

  /** Returns the functions around a definition, outermost first, without those that are too far out. */
  functionsAround(definition: Definition): readonly Definition[] {
    const found: Definition[] = [];
    let outer = this.#index.parents.get(definition);
    for (
      ;
      outer !== undefined && found.length < MAX_AROUND;
      outer = this.#index.parents.get(outer)
    ) {
      if (outer.kind === "function") found.unshift(outer);
    }
    return found;
  }

  get #index(): Definitions {
    return this.#definitions ??= indexDefinitions(this.module);
  }
}

// Names from functions further out count as unknown.
const MAX_AROUND = 10;

/** The definitions of a module, to look up. */
interface Definitions {
  readonly byRow: ReadonlyMap<number, Definition>;
  readonly byName: ReadonlyMap<string, Definition>;
  readonly parents: ReadonlyMap<Definition, Definition>;
}

function indexDefinitions(module: PythonModule): Definitions {
  const byRow = new Map<number, Definition>();
  const parents = new Map<Definition, Definition>();
  const all = allDefinitions(module);
  for (const definition of all) {
    for (const child of definition.children) parents.set(child, definition);
    for (const index of definition.decorators) {
      const line = module.lines[index];
      if (line === undefined) continue;
      for (let row = line.row, last = line.endRow; row <= last; row++) byRow.set(row, definition);
    }
  }
  return { byRow, byName: new Map(all.map((each) => [each.name, each])), parents };
}

function topLevelNames(module: PythonModule): ReadonlyMap<string, Bound> {
  const definitions = new Map(module.definitions.map((each) => [each.name, each]));
  const values = topLevelValues(module);
  const names = new Map<string, Bound>();
  for (const { name, imported } of bindings(module)) {
    names.set(
      name,
      boundBy(imported, definitions.get(name), names.has(name) ? null : values.get(name)),
    );
  }
  return names;
}

function boundBy(
  imported: ImportedThing | null,
  definition: Definition | undefined,
  value: readonly Token[] | null | undefined,
): Bound {
  if (imported !== null) return { kind: "import", imported };
  if (definition !== undefined) return { kind: "definition", definition };
  return value === null || value === undefined
    ? { kind: "other" }
    : { kind: "value", tokens: value };
}

/** Returns the values of the variables that top-level lines assign. Several values count as none. */
function topLevelValues({ source, lines, definitions }: PythonModule) {
  const values = new Map<string, readonly Token[] | null>();
  const ends = new Map(definitions.map(({ header, last }) => [header, last]));
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined) break;
    const end = ends.get(index);
    if (end !== undefined) {
      index = end;
      continue;
    }
    if (line.indent > 0) continue;
    const assignment = readAssignment(tokenize(source, line.start, line.end));
    for (const target of assignment?.targets ?? []) {
      values.set(target, values.has(target) ? null : assignment?.value ?? null);
    }
  }
  return values;
}

/** The modules of a project. */
export class SourceFiles {
  readonly #modules: ModuleNames<SourceFile>;

  constructor(files: Snapshot) {
    this.#modules = new ModuleNames([...files].map(([path, text]) => new SourceFile(path, text)));
  }

  /** Returns the module in a file. */
  at(path: ProjectPath): SourceFile | undefined {
    return this.#modules.at(path);
  }

  /** Finds a module by its name in an import statement of another one. */
  find(from: ProjectPath, name: string): SourceFile | undefined {
    return this.#modules.find(from, name);
  }
}
