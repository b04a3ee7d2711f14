/** Finds the code of a route that people moved or renamed. */

import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
  type RouteRecord,
} from "../records/route_record.ts";
import {
  APP_LAYERS,
  CLASS_LAYERS,
  type ClassLayer,
  hasClass,
  LAYER_NAMES,
  type LayerName,
  placeOf,
  routeClasses,
} from "../layout/layers.ts";
import { layoutAt } from "../layout/layout_of.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { blueprintVariable, DEFAULT_LAYOUT, type RoutePaths } from "../layout/layout.ts";
import type { ProjectSymbols, SymbolPlace } from "./project_symbols.ts";
import type { RouteHome } from "./route_home.ts";
import { RouteDefinitions } from "./route_definitions_search.ts";

/** A class or a blueprint, with its file. */
export interface NamedPlace {
  readonly path: ProjectPath;
  readonly name: string;
}

/** Finds the files of a route's layers and the names of its classes, then its definitions. */
export class RouteSearch {
  readonly #symbols: ProjectSymbols;
  readonly #route: string;
  readonly #record: RouteRecord;
  readonly #generated: RoutePaths;
  readonly #recorded: ReadonlyMap<string, readonly DefinitionRecord[]>;

  constructor(symbols: ProjectSymbols, route: string, record: RouteRecord) {
    this.#symbols = symbols;
    this.#route = route;
    this.#record = record;
    this.#generated = DEFAULT_LAYOUT.routePaths(route);
    this.#recorded = Map.groupBy(allDefinitions(record), ({ layer }) => layer);
  }

  home(): RouteHome {
    const route = this.#routeModule();
    const classes = this.#classes(route);
    const known: Partial<RoutePaths> = {
      ...(route === null ? {} : { route: route.path }),
      ...Object.fromEntries([...classes].map(([layer, { path }]) => [layer, path])),
      ...this.#pathOf("model", () => this.#modelPath(classes.get("service") ?? null)),
      ...this.#pathOf("test", () => this.#testPath()),
    };
    const app = appOf(known, this.#route);
    const layout = app === null ? this.#symbols.layout : layoutAt(app, this.#symbols.files);
    const home = {
      route: this.#route,
      layout,
      paths: { ...layout.routePaths(this.#route), ...known },
      ...routeClasses(this.#route),
      ...Object.fromEntries([...classes].map(([layer, { name }]) => [layer, name])),
      blueprint: route?.name ?? blueprintVariable(this.#route),
    };
    const found = new RouteDefinitions(this.#symbols, this.#record, home).find();
    const isElsewhere = LAYER_NAMES.some((layer) =>
      known[layer] !== undefined && known[layer] !== this.#generated[layer]
    );
    const isClassGone = this.#record.shared.some((each) =>
      hasClass(each.layer) && !each.name.includes(".") &&
      !found.has(definitionKey(each)) && this.#exists(home.paths[each.layer])
    );
    const isMoved = isElsewhere || isClassGone || [...found.values()].some(({ moved }) => moved);
    return { ...home, found, isMoved };
  }

  #exists(path: ProjectPath): boolean {
    return this.#symbols.files.has(path);
  }

  #definitions(layer: LayerName): readonly DefinitionRecord[] {
    return this.#recorded.get(layer) ?? [];
  }

  /** Finds the module with the route's blueprint; `null` if there is none, or if it is unclear which one it is. */
  #routeModule(): NamedPlace | null {
    const near = [this.#generated.route, DEFAULT_LAYOUT.routePackage(this.#route)];
    for (const path of near) {
      const name = this.#blueprintIn(path, true);
      if (name !== null) return { path, name };
    }
    const named = this.#symbols.withBlueprint(this.#route);
    const variables = this.#symbols.named(blueprintVariable(this.#route))
      .filter(({ symbol }) => symbol.kind === "assignment").map(({ path }) => path);
    const elsewhere = (named.length > 0 ? named : variables).filter((path) => !near.includes(path));
    const path = best(elsewhere, (path) => this.#countIn("route", path));
    const name = path === null ? null : this.#blueprintIn(path, false);
    if (path !== null && name !== null) return { path, name };
    return this.#exists(this.#generated.route)
      ? { path: this.#generated.route, name: blueprintVariable(this.#route) }
      : null;
  }

  /** @param isOwn Whether the file is the route's own, so that its only blueprint is the route's. */
  #blueprintIn(path: ProjectPath, isOwn: boolean): string | null {
    if (!this.#exists(path)) return null;
    const variable = blueprintVariable(this.#route);
    const { blueprints } = this.#symbols.flask(path);
    const found = blueprints.find((each) => each.variable === variable) ??
      blueprints.find(({ name }) => name === this.#route) ??
      (isOwn && blueprints.length === 1 ? blueprints[0] : undefined);
    if (found !== undefined) return found.variable;
    return isOwn && this.#countIn("route", path) > 0 ? variable : null;
  }

  /**
   * Counts the recorded definitions of a layer in a file. Definitions without edits count three
   * times.
   */
  #countIn(layer: LayerName, path: ProjectPath, rename = (name: string) => name): number {
    const places = this.#symbols.in(path);
    return this.#definitions(layer).reduce((count, { name, hash }) => {
      const place = places.get(rename(name));
      if (place === undefined) return count;
      return count + (place.symbol.hash === hash ? UNEDITED : 1);
    }, 0);
  }

  /** Finds the classes of a route, each with the help of the layers above it. */
  #classes(route: NamedPlace | null): ReadonlyMap<ClassLayer, NamedPlace> {
    const found = new Map<ClassLayer, NamedPlace>();
    for (const layer of CLASS_LAYERS) {
      const others = [...found.values()].reverse();
      const importers = [...others, ...(route === null ? [] : [route])].map(({ path }) => path);
      const place = this.#classOf(layer, importers, others);
      if (place !== null) found.set(layer, place);
    }
    return found;
  }

  /** Finds a class by its name, or by its methods among the classes that the layers above import. */
  #classOf(
    layer: ClassLayer,
    importers: readonly ProjectPath[],
    others: readonly NamedPlace[],
  ): NamedPlace | null {
    const generated = routeClasses(this.#route);
    const name = generated[layer];
    const own = this.#generated[layer];
    if (this.#symbols.in(own).get(name)?.symbol.kind === "class") return { path: own, name };
    const count = (place: NamedPlace) =>
      this.#countIn(layer, place.path, (each) => each.replace(/^\w+/, place.name));
    const same = this.#symbols.named(name).filter(({ symbol }) => symbol.kind === "class")
      .map(({ path }) => ({ path, name }));
    const [only] = same;
    if (only !== undefined) return same.length === 1 ? only : best(same, count);
    const renamed = [own, ...importers].flatMap((path) => this.#classesSeenIn(path)).filter((
      each,
    ) =>
      !Object.values(generated).includes(each.name) &&
      !others.some(({ path, name }) => path === each.path && name === each.name) &&
      (each.path === own || count(each) >= UNEDITED)
    );
    return best(unique(renamed), count);
  }

  /** Lists the classes that a module defines, and those that it imports from the project. */
  #classesSeenIn(path: ProjectPath): readonly NamedPlace[] {
    if (!this.#exists(path)) return [];
    const own = [...this.#symbols.in(path).values()].filter(isClass);
    const imported = this.#symbols.importsIn(path).flatMap(({ name, from }) => {
      const place = this.#symbols.in(from).get(name);
      return place !== undefined && isClass(place) ? [place] : [];
    });
    return [...own, ...imported].map(({ path, symbol }) => ({ path, name: symbol.name }));
  }

  /**
   * Returns the path of a layer: the generated one if that file exists, otherwise the result of a
   * search.
   */
  #pathOf(layer: LayerName, search: () => ProjectPath | null): Partial<RoutePaths> {
    const path = this.#exists(this.#generated[layer]) ? this.#generated[layer] : search();
    return path === null ? {} : { [layer]: path };
  }

  #modelPath(service: NamedPlace | null): ProjectPath | null {
    const named = this.#definitions("model").flatMap(({ name }) => this.#symbols.named(name));
    const path = mostCommon(named);
    if (path !== null || service === null || this.#definitions("model").length === 0) return path;
    const types = this.#classesSeenIn(service.path)
      .flatMap(({ path, name }) => this.#symbols.in(path).get(name) ?? [])
      .filter(({ symbol }) => /^class \w+\(TypedDict\)/.test(symbol.text));
    return mostCommon(types);
  }

  #testPath(): ProjectPath | null {
    return mostCommon(
      this.#definitions("test").flatMap(({ name, hash }) =>
        name.startsWith("test_")
          ? this.#symbols.named(name).filter(({ symbol }) => symbol.hash === hash)
          : []
      ),
    );
  }
}

/** Weight of a definition without edits. A definition of the same name with edits weighs 1. */
const UNEDITED = 3;

function isClass({ symbol }: SymbolPlace): boolean {
  return symbol.kind === "class";
}

function unique(places: readonly NamedPlace[]): readonly NamedPlace[] {
  return [...new Map(places.map((each) => [`${each.path} ${each.name}`, each])).values()];
}

/**
 * Returns the value with the highest count; `null` if all counts are zero, or if several values
 * tie.
 */
function best<T>(values: readonly T[], count: (value: T) => number): T | null {
  const counted = values.map((value) => ({ value, count: count(value) }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counted;
  if (first === undefined || first.count === 0) return null;
  return second?.count === first.count ? null : first.value;
}

/**
 * Returns the file with the most definitions; `null` if there are no definitions, or if several
 * files tie.
 */
function mostCommon(places: readonly SymbolPlace[]): ProjectPath | null {
  const counts = Map.groupBy(places, ({ path }) => path);
  return best([...counts.keys()], (path) => counts.get(path)?.length ?? 0);
}

/**
 * Returns the folder of the app's package according to the layers, such as `shop`; `null` if people
 * moved all of them.
 */
function appOf(known: Partial<RoutePaths>, route: string): string | null {
  for (const layer of APP_LAYERS) {
    const rest = `/${placeOf(layer, route)}`;
    const path = known[layer];
    if (path?.endsWith(rest)) return path.slice(0, -rest.length);
  }
  return null;
}
