/** Whose code an endpoint has: finds recorded definitions in a project's files. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { symbolHash } from "../project/code_hash.ts";
import { routePaths } from "../project/layout.ts";
import type { DefinitionRecord } from "../project/route_record.ts";
import { positionAt } from "../python/position.ts";
import { type PythonModule, readPython } from "../python/python_module.ts";
import { type PythonSymbol, symbols } from "../python/symbols.ts";

/** A recorded definition in the code. */
export interface FoundDefinition {
  readonly path: ProjectPath;
  /** 1-based line of its header. */
  readonly line: number;
  /** Whether people changed it. */
  readonly edited: boolean;
  /** Whether it is in another file than the generated one. */
  readonly moved: boolean;
}

/** Finds recorded definitions: first in the generated file, then by name in the rest of the project. */
export class CodeOwners {
  readonly #files: Snapshot;
  /** The symbols of all Python files by name; computed when a definition is not where it was generated. */
  #everywhere: ReadonlyMap<string, readonly Place[]> | undefined;
  readonly #modules = new Map<ProjectPath, ReadonlyMap<string, Place>>();

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.#files = files;
  }

  /** Finds a definition of a route; `null` if the project has none of that name. */
  find(route: string, { layer, name, hash }: DefinitionRecord): FoundDefinition | null {
    if (layer === "mock") return null;
    const home = routePaths(route)[layer];
    const place = this.#in(home).get(name);
    if (place !== undefined) return found(place, hash, false);
    this.#everywhere ??= this.#index();
    const others = (this.#everywhere.get(name) ?? []).filter(({ path }) => path !== home);
    const same = others.find(({ symbol }) => symbolHash(symbol) === hash);
    const other = same ?? (others.length === 1 ? others[0] : undefined);
    return other === undefined ? null : found(other, hash, true);
  }

  #in(path: ProjectPath): ReadonlyMap<string, Place> {
    const known = this.#modules.get(path) ?? placesIn(path, this.#files.get(path) ?? "");
    this.#modules.set(path, known);
    return known;
  }

  #index(): ReadonlyMap<string, readonly Place[]> {
    const all = [...this.#files.keys()].filter((path) => path.endsWith(".py"))
      .flatMap((path) => [...this.#in(path)]);
    const index = new Map<string, Place[]>();
    for (const [name, place] of all) {
      const places = index.get(name);
      if (places === undefined) index.set(name, [place]);
      else places.push(place);
    }
    return index;
  }
}

interface Place {
  readonly path: ProjectPath;
  readonly module: PythonModule;
  readonly symbol: PythonSymbol;
}

function placesIn(path: ProjectPath, text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const module = readPython(text);
  for (const symbol of symbols(module)) {
    if (!places.has(symbol.name)) places.set(symbol.name, { path, module, symbol });
  }
  return places;
}

function found({ path, module, symbol }: Place, hash: string, moved: boolean): FoundDefinition {
  return {
    path,
    line: positionAt(module.physical.starts, symbol.start).line,
    edited: symbolHash(symbol) !== hash,
    moved,
  };
}
