/** Finds the homes of a project's routes. */

import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
  EMPTY_RECORD,
  type RouteRecord,
} from "../records/route_record.ts";
import { hasClass, type LayerName } from "../layout/layers.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { FoundDefinition } from "./found_definition.ts";
import type { ProjectSymbols, SymbolPlace } from "./project_symbols.ts";
import { generatedHome, type RouteHome } from "./route_home.ts";
import { RouteSearch } from "./route_search.ts";

/**
 * Finds the code of routes by their records: moved modules, packages and merged files, renamed
 * classes, functions, methods and models. Each file is read at most once.
 */
export class RouteHomes {
  readonly #symbols: ProjectSymbols;
  readonly #homes = new Map<string, RouteHome>();

  /**
   * @param symbols The definitions of the project.
   * @param records The records of the project's routes.
   */
  constructor(symbols: ProjectSymbols, readonly records: ReadonlyMap<string, RouteRecord>) {
    this.#symbols = symbols;
  }

  /** Finds a route. */
  of(route: string): RouteHome {
    const known = this.#homes.get(route);
    if (known !== undefined) return known;
    const record = this.records.get(route) ?? EMPTY_RECORD;
    const home = this.#asGenerated(route, record) ??
      new RouteSearch(this.#symbols, route, record).home();
    this.#homes.set(route, home);
    return home;
  }

  /** Returns the definitions in a file by name. */
  symbolsIn(path: ProjectPath): ReadonlyMap<string, SymbolPlace> {
    return this.#symbols.in(path);
  }

  /** Finds a definition of a route; `null` if the project no longer has it. */
  find(route: string, definition: DefinitionRecord): FoundDefinition | null {
    return this.of(route).found.get(definitionKey(definition)) ?? null;
  }

  /** Returns the home of a route if all its definitions are where they were generated. */
  #asGenerated(route: string, record: RouteRecord): RouteHome | null {
    const recorded = definitionsInPython(record);
    const home = generatedHome(route, recorded.length === 0 ? this.#symbols.layout : undefined);
    const found = new Map<string, FoundDefinition>();
    for (const definition of recorded) {
      const place = this.#symbols.in(home.paths[definition.layer]).get(definition.name);
      if (place === undefined || isOtherKind(definition, place)) return null;
      found.set(definitionKey(definition), new FoundDefinition(place, definition.hash));
    }
    return { ...home, found };
  }
}

/** Returns the recorded definitions of a route, without data files. */
function definitionsInPython(
  record: RouteRecord,
): readonly (DefinitionRecord & { readonly layer: LayerName })[] {
  return allDefinitions(record).filter(isInPython);
}

function isInPython(
  definition: DefinitionRecord,
): definition is DefinitionRecord & { readonly layer: LayerName } {
  return definition.layer !== "mock";
}

/** Reports whether the name of a service or repository class now belongs to something else. */
function isOtherKind({ layer, name }: DefinitionRecord, { symbol }: SymbolPlace): boolean {
  return hasClass(layer) && !name.includes(".") && symbol.kind !== "class";
}
