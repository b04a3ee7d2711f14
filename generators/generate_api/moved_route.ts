/** Writes endpoints of a route whose code people moved or renamed: where that code is now, with its names. */

import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { dataHash } from "../../project/facts/code_hash.ts";
import { hashUnder } from "../../project/homes/found_definition.ts";
import type { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import { renamedDefinition } from "../../project/facts/definition_names.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { findClass, findMethod } from "../../project/semantics/service_class.ts";
import { mocksTemplate } from "../../templates/mod.ts";
import { addedDefinition } from "../records/added_definitions.ts";
import { type Endpoint, freeHandlerName, mountedAt } from "../code/endpoint.ts";
import type { AddedName, ProjectDraft } from "../edits/project_draft.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { addToLayers } from "../handlers/layers.ts";
import { placeOfModels } from "../handlers/model_layer.ts";
import { withEolOf } from "../plans/plan.ts";
import type { Writing } from "../compare/action.ts";
import { Relocation } from "../handlers/relocation.ts";
import { namesIn } from "../code/names_in.ts";
import { modelFile } from "../code/route_files.ts";
import { readRouteModule, type RouteModule, takenNames } from "../handlers/route_module.ts";
import type { WantedDefinition } from "../edits/wanted_definitions.ts";

/** An endpoint to write. */
export interface MovedEndpoint {
  readonly endpoint: Endpoint;
  readonly writing: Writing;
  /** The definitions that the spec wants for it. */
  readonly wanted: readonly WantedDefinition[];
  /** Its recorded definitions. */
  readonly recorded: readonly DefinitionRecord[];
}

/** Writes the endpoints of a route, one after the other. */
export class MovedRoute {
  readonly #home: RouteHome;
  readonly #draft: ProjectDraft;
  readonly #files: Snapshot;
  readonly #relocation: Relocation;
  readonly #added = new Map<Endpoint, readonly AddedName[]>();
  /** The replaced definitions, by their keys in the home. */
  readonly #replaced = new Set<string>();
  #module: RouteModule | undefined;

  /** @param files The project's files before any route is written. */
  constructor(home: RouteHome, draft: ProjectDraft, files: Snapshot) {
    this.#home = home;
    this.#draft = draft;
    this.#files = files;
    this.#relocation = new Relocation(home, draft);
  }

  /**
   * Writes an endpoint. If that is impossible, writes no part of the endpoint and returns the
   * reason.
   */
  write(each: MovedEndpoint): string | null {
    const { writing } = each;
    const broken = this.#brokenFile();
    if (broken !== null) return broken;
    const replaces = writing === "update" || writing === "replace";
    const isWhole = writing === "update" || writing === "replace" && this.#hasHandler(each);
    const problem = isWhole ? null : this.#add(each);
    if (problem === null && replaces) this.#replace(each);
    return problem;
  }

  #brokenFile(): string | null {
    for (const path of Object.values(this.#home.paths)) {
      const [problem] = this.#draft.module(path)?.module.problems ?? [];
      if (problem !== undefined) return `${path}:${problem.line} does not parse`;
    }
    return null;
  }

  #hasHandler({ recorded }: MovedEndpoint): boolean {
    return recorded.some((each) =>
      each.layer === "route" && this.#home.found.has(definitionKey(each))
    );
  }

  /** Adds the missing definitions of an endpoint. */
  #add(each: MovedEndpoint): string | null {
    const { endpoint, writing, wanted } = each;
    const home = this.#home;
    const grown = this.#draft.module(home.paths.route);
    if (grown === undefined) return "its route's module was moved or deleted, and not found";
    if (writing === "add") {
      const taken = this.#takenMethod(endpoint);
      if (taken !== null) return taken;
    }
    const module = this.#readModule(grown.module.source);
    if ("severity" in module) return module.message;
    const names = new Set([...takenNames(module.module), ...grown.added.keys()]);
    const handler = freeHandlerName(endpoint.handler, names);
    const known = this.#draft.added.length;
    const placed = { ...mountedAt(endpoint, module.prefix), handler };
    const problem = addToLayers(placed, module, home, this.#draft)
      .find(({ severity }) => severity === "error");
    if (problem !== undefined) return problem.message;
    this.#added.set(endpoint, this.#draft.added.slice(known));
    this.#writeData(wanted, []);
    return null;
  }

  /** Reads the route's module again only if its text was written. */
  #readModule(text: string): RouteModule | Diagnostic {
    if (this.#module?.module.source === text) return this.#module;
    const module = readRouteModule(this.#home, text, this.#files);
    if (!("severity" in module)) this.#module = module;
    return module;
  }

  /** Describes a method that already has the name of a new one; `null` if there is none. */
  #takenMethod({ serviceMethod, repositoryMethod }: Endpoint): string | null {
    const { paths, service, repository } = this.#home;
    const names = [
      [paths.service, service, serviceMethod],
      [paths.repository, repository, repositoryMethod],
    ] as const;
    for (const [path, className, name] of names) {
      const grown = this.#draft.module(path);
      const found = grown === undefined ? undefined : findClass(grown.module, className);
      const method = found === undefined ? undefined : findMethod(found, name);
      const row = method === undefined ? undefined : grown?.module.lines[method.header]?.row;
      if (row !== undefined) return `${path}:${row} already has '${className}.${name}'`;
    }
    return null;
  }

  /** Replaces the definitions of an endpoint that the spec changes. */
  #replace({ wanted, recorded, writing }: MovedEndpoint): void {
    const known = new Map(recorded.map((each) => [definitionKey(each), each.hash]));
    const changed = wanted.filter((each) =>
      each.layer !== "mock" &&
      (writing === "replace" || known.get(definitionKey(each)) !== each.hash ||
        each.layer === "model" && !this.#home.found.has(definitionKey(each)))
    );
    const places = this.#modelPlaces(wanted);
    for (const each of changed) {
      const found = this.#home.found.get(definitionKey(each));
      if (found === undefined) {
        if (each.layer === "model") this.#addModel(each, places.get(each.name));
        continue;
      }
      if (writing !== "replace" && found.edited) continue;
      const { code, imports } = this.#relocation.apply(each.part, found.path);
      const named = found.renaming === null ? code : renamedDefinition(code, found.renaming);
      this.#draft.module(found.path)?.replacePart({ name: found.name, code: named, imports });
      this.#replaced.add(definitionKey(each));
    }
    const models = (all: readonly WantedDefinition[]) =>
      all.filter(({ layer }) => layer === "model")
        .map((each) => this.#home.found.get(definitionKey(each))?.name ?? each.name);
    for (const path of new Set([this.#home.paths.model, ...places.values()])) {
      this.#draft.module(path)?.allowMoves(models(wanted));
    }
    this.#writeData(wanted, recorded);
  }

  /**
   * Returns the files of an endpoint's models. A new model goes into the file of the model that
   * uses it, because Python evaluates the annotations of classes.
   */
  #modelPlaces(wanted: readonly WantedDefinition[]): ReadonlyMap<string, ProjectPath> {
    const places = new Map<string, ProjectPath>();
    // A model comes after the models that it uses.
    for (const each of wanted.filter(({ layer }) => layer === "model").toReversed()) {
      const path = this.#home.found.get(definitionKey(each))?.path ?? places.get(each.name);
      if (path === undefined) continue;
      for (const name of [each.name, ...namesIn(each.part.code)]) {
        if (!places.has(name)) places.set(name, path);
      }
    }
    return places;
  }

  #addModel(wanted: WantedDefinition, path = this.#home.paths.model): void {
    const part = this.#relocation.apply(wanted.part, path);
    const module = this.#draft.module(path);
    if (module === undefined) {
      const file = modelFile(this.#home.route, [part]);
      const service = this.#draft.module(this.#home.paths.service)?.module.source ?? "";
      this.#draft.write(path, withEolOf(service, file));
    } else if (!module.has(part.name)) {
      module.add(part, placeOfModels(module.module, this.#home));
    }
  }

  /** Writes the data files of mocks, except those that people edited. */
  #writeData(
    wanted: readonly WantedDefinition[],
    recorded: readonly DefinitionRecord[],
  ): void {
    for (const { layer, name, part } of wanted) {
      if (layer !== "mock") continue;
      const path = this.#home.layout.dataFile(name);
      const before = this.#draft.text(path);
      const known = recorded.find((each) => each.layer === layer && each.name === name);
      if (before === undefined || dataHash(before) === known?.hash) {
        this.#draft.write(path, part.code);
      }
      const mocks = this.#home.layout.mocksPackage;
      if (!this.#draft.has(mocks)) this.#draft.write(mocks, mocksTemplate({}));
    }
  }

  /**
   * Returns the records of an endpoint that was written.
   *
   * @param now The project's files after all endpoints were written.
   */
  records(each: MovedEndpoint, now: ProjectSymbols): readonly DefinitionRecord[] {
    const { endpoint, wanted, recorded } = each;
    const added = (this.#added.get(endpoint) ?? []).flatMap(({ path, name }) => {
      const symbol = now.in(path).get(name)?.symbol;
      if (symbol === undefined) return [];
      return addedDefinition(path, symbol, symbol.hash, this.#home) ?? [];
    });
    const written = new Map(added.map((one) => [definitionKey(one), one]));
    const places = this.#modelPlaces(wanted);
    for (const each of wanted) {
      const key = definitionKey(each);
      const found = this.#home.found.get(key);
      const modelPath = places.get(each.name) ?? this.#home.paths.model;
      const path = found?.path ?? (each.layer === "model" ? modelPath : undefined);
      if (each.layer === "mock") {
        const text = now.files.get(this.#home.layout.dataFile(each.name));
        if (text !== undefined && dataHash(text) === each.hash) written.set(key, each);
        continue;
      }
      const place = path === undefined ? undefined : now.in(path).get(found?.name ?? each.name);
      if (place === undefined || written.has(key)) continue;
      const hash = hashUnder(place.symbol, found?.renaming ?? null, each.hash);
      const isWritten = hash === each.hash || this.#replaced.has(key);
      if (isWritten) written.set(key, { layer: each.layer, name: each.name, hash });
    }
    const left = recorded.filter((each) => !written.has(definitionKey(each)));
    return [...written.values(), ...left].map(({ layer, name, hash }) => ({ layer, name, hash }));
  }
}
