/** Finds the recorded definitions of a route in its files, under the names that people gave them. */

import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
  type EndpointRecord,
  type RouteRecord,
} from "../records/route_record.ts";
import { type ClassLayer, hasClass, layerClass, type LayerName, LAYERS } from "../layout/layers.ts";
import { importName, moduleName } from "../layout/import_name.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { ownName } from "../../python/symbols.ts";
import { FoundDefinition, hashUnder } from "./found_definition.ts";
import { blueprintVariable, DEFAULT_LAYOUT } from "../layout/layout.ts";
import type { FlaskEndpoint } from "../routing/flask_endpoint.ts";
import type { ImportedMember, ProjectSymbols, SymbolPlace } from "./project_symbols.ts";
import type { NewName, Renaming } from "../facts/definition_names.ts";
import { recordedPrefix } from "../records/recorded_path.ts";
import type { RouteHome } from "./route_home.ts";
import { comparablePath } from "../layout/url_paths.ts";

type Home = Omit<RouteHome, "found" | "isMoved">;

/**
 * Maximum number of candidates for a renamed definition. With more, the definition counts as not
 * found.
 */
const MAX_CANDIDATES = 100;

/**
 * Finds definitions first by name. Then finds handlers by method and path, methods by the calls of
 * the layer above, and the rest by their code.
 */
export class RouteDefinitions {
  readonly #symbols: ProjectSymbols;
  readonly #record: RouteRecord;
  readonly #home: Home;
  readonly #places = new Map<DefinitionRecord, SymbolPlace>();
  /** The definitions that were found, or that belong to another recorded definition. */
  readonly #claimed = new Set<SymbolPlace>();
  /** The names that people gave to classes and models, by their generated names. */
  readonly #types = new Map<string, string>();
  /** The names that people gave to the blueprint and to the function that makes the service. */
  readonly #variables = new Map<string, string>();
  #imported: ReadonlyMap<string, readonly ImportedMember[]> | undefined;

  constructor(symbols: ProjectSymbols, record: RouteRecord, home: Home) {
    this.#symbols = symbols;
    this.#record = record;
    this.#home = home;
  }

  find(): ReadonlyMap<string, FoundDefinition> {
    const { shared, endpoints } = this.#record;
    const all = allDefinitions(this.#record);
    for (const each of all) this.#claim(each, this.#byName(each));
    rename(this.#variables, blueprintVariable(this.#home.route), this.#home.blueprint);
    for (const each of shared) this.#renameClass(each);
    for (const each of shared) {
      if (each.layer === "route") this.#claim(each, this.#byCode(each, null));
    }
    for (const each of all) {
      if (each.layer === "model") this.#claim(each, this.#byCode(each, null));
    }
    for (const endpoint of endpoints) this.#findEndpoint(endpoint);
    const owners = new Map(
      endpoints.flatMap((each) =>
        each.definitions.map((definition) => [definition, each] as const)
      ),
    );
    return new Map(
      [...this.#places].map(([definition, place]) => [
        definitionKey(definition),
        this.#found(definition, place, owners.get(definition)),
      ]),
    );
  }

  #renameClass({ layer, name }: DefinitionRecord): void {
    if (name.includes(".") || !hasClass(layer)) return;
    rename(this.#types, name, this.#home[layer]);
  }

  #claim(definition: DefinitionRecord, place: SymbolPlace | undefined): void {
    if (place === undefined || this.#places.has(definition) || this.#claimed.has(place)) return;
    this.#places.set(definition, place);
    this.#claimed.add(place);
    const { layer, name } = definition;
    const now = place.symbol.name;
    if (layer === "model") rename(this.#types, name, now);
    const isShared = layer === "route" && !place.symbol.text.startsWith("@");
    if (isShared) rename(this.#variables, name, now);
  }

  #byName(definition: DefinitionRecord): SymbolPlace | undefined {
    const { layer, name } = definition;
    if (layer === "mock") return undefined;
    const path = this.#home.paths[layer];
    const place = this.#symbols.in(path).get(this.#nameNow(layer, name));
    if (place !== undefined && this.#isOwn(definition, place)) return place;
    if (layer === "model") return this.#modelElsewhere(definition);
    if (layer !== "route" && layer !== "test") return undefined;
    return this.#symbols.named(name).find((each) =>
      each.path !== path && (this.#isSame(definition, each) || this.#isHandler(each))
    );
  }

  /**
   * Finds a model outside of the route's module of models: the one that the route's code imports,
   * or the only one with the recorded code. Other routes may have models of the same name.
   */
  #modelElsewhere(definition: DefinitionRecord): SymbolPlace | undefined {
    const { name } = definition;
    const others = this.#symbols.named(name).filter(({ path, symbol }) =>
      path !== this.#home.paths.model && symbol.kind !== "method"
    );
    if (others.length === 0) return undefined;
    const imported = others.find(({ path }) => this.#importedFrom(name).has(path));
    if (imported !== undefined) return imported;
    const [only, ...more] = others.filter((each) =>
      DEFAULT_LAYOUT.routeFileAt(each.path) === null && this.#isSame(definition, each)
    );
    return more.length === 0 ? only : undefined;
  }

  /** Returns the files from which the route's modules import a name. */
  #importedFrom(name: string): ReadonlySet<ProjectPath> {
    this.#imported ??= Map.groupBy(
      Object.values(this.#home.paths).flatMap((path) => this.#symbols.importsIn(path)),
      (each) => each.name,
    );
    return new Set(this.#imported.get(name)?.map(({ from }) => from));
  }

  /**
   * Returns the current name of a definition. People may have renamed its class or the blueprint.
   */
  #nameNow(layer: LayerName, name: string): string {
    if (hasClass(layer)) {
      return name.replace(/^\w+/, this.#home[layer]);
    }
    const isBlueprint = layer === "route" && name === blueprintVariable(this.#home.route);
    return isBlueprint ? this.#home.blueprint : name;
  }

  /** Reports whether a definition of the right name belongs to this route, and not to another one. */
  #isOwn(definition: DefinitionRecord, place: SymbolPlace): boolean {
    const { layer, name } = definition;
    const isOfClasses = hasClass(layer);
    if (isOfClasses && !name.includes(".")) return place.symbol.kind === "class";
    if (layer !== "route" || place.path === DEFAULT_LAYOUT.routePaths(this.#home.route).route) {
      return true;
    }
    if (place.symbol.kind === "assignment" || this.#isSame(definition, place)) return true;
    return this.#isHandler(place) ||
      !place.symbol.text.startsWith("@") && hasWord(place.symbol.text, this.#home.service);
  }

  #isSame({ hash }: DefinitionRecord, place: SymbolPlace): boolean {
    return hashUnder(place.symbol, null, hash) === hash;
  }

  #isHandler({ symbol }: SymbolPlace): boolean {
    return symbol.kind === "function" && symbol.text.startsWith("@") &&
      hasWord(symbol.text, this.#home.blueprint);
  }

  #findEndpoint(endpoint: EndpointRecord): void {
    const of = (layer: LayerName) => endpoint.definitions.find((each) => each.layer === layer);
    const [handler, service, repository, test] = [
      of("route"),
      of("service"),
      of("repository"),
      of("test"),
    ];
    if (handler !== undefined) this.#claim(handler, this.#byRule(endpoint));
    if (service !== undefined) {
      const called = this.#called(handler, "service") ?? this.#byCode(service, repository);
      this.#claim(service, called);
    }
    if (repository !== undefined) {
      const called = this.#called(service, "repository") ?? this.#byCode(repository, undefined);
      this.#claim(repository, called);
    }
    if (test !== undefined) this.#claim(test, this.#byCode(test, service));
  }

  /** Finds the handler of an endpoint by its method and path. */
  #byRule({ method, path }: EndpointRecord): SymbolPlace | undefined {
    const file = this.#home.paths.route;
    const prefix = recordedPrefix(this.#home.route, this.#record);
    const rules = new Set([path, path.slice(prefix.length)].map(ruleOf));
    const isAsked = ({ blueprint, methods, rule }: FlaskEndpoint) =>
      blueprint === this.#home.blueprint && methods?.includes(method) && rule !== null &&
      rules.has(ruleOf(rule));
    const own = this.#symbols.flask(file).endpoints.find(isAsked);
    if (own !== undefined) return this.#symbols.in(file).get(own.handler);
    const others = this.#symbols.routedBy(this.#home.blueprint)
      .filter(({ path, endpoint }) => path !== file && isAsked(endpoint));
    const [only, ...more] = others;
    return only === undefined || more.length > 0
      ? undefined
      : this.#symbols.in(only.path).get(only.endpoint.handler);
  }

  /**
   * Finds the method of a layer that a definition calls, if exactly one such method belongs to no
   * other definition.
   */
  #called(
    above: DefinitionRecord | undefined,
    layer: ClassLayer,
  ): SymbolPlace | undefined {
    const text = above === undefined ? undefined : this.#places.get(above)?.symbol.text;
    if (text === undefined) return undefined;
    const places = this.#symbols.in(this.#home.paths[layer]);
    const names = new Set([...text.matchAll(MEMBER)].map(([, name = ""]) => name));
    const found = [...names].flatMap((name) => places.get(`${this.#home[layer]}.${name}`) ?? [])
      .filter((each) => !this.#claimed.has(each));
    return found.length === 1 ? found[0] : undefined;
  }

  /**
   * Finds the only definition of a layer whose code is as generated, apart from names.
   *
   * @param below The definition that it calls; `null` if it calls none.
   */
  #byCode(
    definition: DefinitionRecord,
    below: DefinitionRecord | null | undefined,
  ): SymbolPlace | undefined {
    const { layer, name, hash } = definition;
    if (layer === "mock" || this.#places.has(definition)) return undefined;
    const start = name.includes(".") && hasClass(layer) ? `${this.#home[layer]}.` : "";
    const free = [...this.#symbols.in(this.#home.paths[layer]).values()].filter((each) =>
      each.symbol.name.startsWith(start) && each.symbol.name.includes(".") === (start !== "") &&
      !this.#claimed.has(each)
    );
    if (free.length > MAX_CANDIDATES) return undefined;
    const same = free.filter((place) => {
      const called = below && calledIn(place, below);
      const renaming = this.#renaming(definition, place, called ?? null);
      return hashUnder(place.symbol, renaming, hash) === hash;
    });
    return same.length === 1 ? same[0] : undefined;
  }

  #renaming(
    definition: DefinitionRecord,
    { symbol }: SymbolPlace,
    called: NewName | null,
  ): Renaming {
    const [from, to] = [ownName(definition.name), ownName(symbol.name)];
    const renaming = { own: newName(from, to), called, used: this.#usedBy(definition.layer) };
    switch (definition.layer) {
      case "test":
        return { ...renaming, replaced: this.#standIn() };
      case "model":
        return { ...renaming, replaced: { from, to } };
      default:
        return renaming;
    }
  }

  /** Returns the dotted name of the service in the route's module, which tests replace. */
  #standIn(): NewName {
    const { route, paths, service } = this.#home;
    return {
      from: `${moduleName(DEFAULT_LAYOUT.routePaths(route).route)}.${layerClass("service", route)}`,
      to: `${importName(paths.route, this.#symbols.files)}.${service}`,
    };
  }

  #usedBy(layer: DefinitionRecord["layer"]): ReadonlyMap<string, string> {
    if (layer === "test") return new Map();
    return layer === "route" ? new Map([...this.#types, ...this.#variables]) : this.#types;
  }

  #found(
    definition: DefinitionRecord,
    place: SymbolPlace,
    endpoint: EndpointRecord | undefined,
  ): FoundDefinition {
    const layer = definition.layer === "mock" ? "test" : definition.layer;
    const below = endpoint?.definitions.find((each) => each.layer === LAYERS[layer].calls);
    const now = below === undefined ? undefined : this.#places.get(below);
    const called = below === undefined || now === undefined
      ? null
      : newName(ownName(below.name), ownName(now.symbol.name));
    const renaming = this.#renaming(definition, place, called);
    const isRenamed = renaming.own !== null || called !== null || renaming.used.size > 0 ||
      layer === "test";
    const moved = place.path !== DEFAULT_LAYOUT.routePaths(this.#home.route)[layer] ||
      place.symbol.name !== definition.name;
    return new FoundDefinition(place, definition.hash, moved, isRenamed ? renaming : null);
  }
}

const MEMBER = /\.\s*(\w+)/g;

/**
 * Returns the recorded and the present name of the method that a definition calls on the layer below; `null` if
 * they are equal, or if it calls none.
 */
function calledIn({ symbol }: SymbolPlace, below: DefinitionRecord): NewName | null {
  const to = /(?:service(?:\(\))?|repository)\.(\w+)/.exec(symbol.text)?.[1];
  return to === undefined ? null : newName(ownName(below.name), to);
}

function rename(names: Map<string, string>, generated: string, now: string): void {
  if (generated !== now) names.set(generated, now);
}

function newName(from: string, to: string): NewName | null {
  return from === to ? null : { from, to };
}

function ruleOf(rule: string): string {
  return comparablePath(rule.replace(/\/$/, ""));
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text);
}
