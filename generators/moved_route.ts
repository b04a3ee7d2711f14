/** Writes endpoints of a route whose code people moved or renamed: where that code is now, with its names. */

import type { ProjectPath } from "../core/project_path.ts";
import { inApp } from "../project/app_folder.ts";
import { dataHash } from "../project/code_hash.ts";
import { hashUnder } from "../project/found_definition.ts";
import { dataFilePath, MOCKS_PACKAGE_PATH } from "../project/layout.ts";
import { ProjectSymbols } from "../project/project_symbols.ts";
import { renamedDefinition } from "../project/definition_names.ts";
import { homeKey, type RouteHome } from "../project/route_home.ts";
import type { DefinitionRecord } from "../project/route_record.ts";
import { findClass, findMethod } from "../project/service_class.ts";
import { readPython } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";
import { removeUnusedImports } from "../python/unused_imports.ts";
import { mocksTemplate } from "../templates/mod.ts";
import { addedDefinitions } from "./added_definitions.ts";
import { orderDefinitions } from "./definition_order.ts";
import { addFunction } from "./edit_module.ts";
import { type Endpoint, freeHandlerName } from "./endpoint.ts";
import { addToLayers } from "./layers.ts";
import { ModuleChanges } from "./module_changes.ts";
import { withEolOf } from "./plan.ts";
import type { Decision } from "./reconcile.ts";
import { Relocation } from "./relocated.ts";
import { modelFile } from "./route_files.ts";
import { readRouteModule, takenNames } from "./route_module.ts";
import type { WantedDefinition } from "./wanted_definitions.ts";

/** An endpoint to write. */
export interface MovedEndpoint {
  readonly endpoint: Endpoint;
  readonly decision: Decision;
  /** The definitions that the spec wants for it. */
  readonly wanted: readonly WantedDefinition[];
  /** Its recorded definitions. */
  readonly recorded: readonly DefinitionRecord[];
}

/** The outcome for one endpoint. */
export type MovedOutcome =
  | {
    readonly kind: "written";
    /** The definitions to record for it. */
    readonly definitions: readonly DefinitionRecord[];
    /** The new texts of files. */
    readonly texts: ReadonlyMap<ProjectPath, string>;
  }
  /** Nothing of the endpoint can be written. */
  | { readonly kind: "left"; readonly reason: string };

/**
 * Writes an endpoint.
 *
 * @param files The project's files, with the changes of other endpoints. The changes of this
 * endpoint are added.
 */
export function writeMoved(
  each: MovedEndpoint,
  home: RouteHome,
  files: Map<ProjectPath, string>,
): MovedOutcome {
  const writer = new Writer(home, files);
  const problem = writer.write(each);
  if (problem !== null) {
    writer.takeBack();
    return { kind: "left", reason: problem };
  }
  return { kind: "written", definitions: writer.records(each), texts: writer.texts };
}

class Writer {
  readonly texts = new Map<ProjectPath, string>();
  readonly #files: Map<ProjectPath, string>;
  readonly #home: RouteHome;
  readonly #relocation: Relocation;
  readonly #added: DefinitionRecord[] = [];
  readonly #before = new Map<ProjectPath, string | undefined>();

  constructor(home: RouteHome, files: Map<ProjectPath, string>) {
    this.#home = home;
    this.#files = files;
    this.#relocation = new Relocation(home, files);
  }

  /** Writes an endpoint. Returns the reason if that is impossible. */
  write(each: MovedEndpoint): string | null {
    const { decision } = each;
    const broken = this.#brokenFile();
    if (broken !== null) return broken;
    const isHandled = this.#hasHandler(each);
    if (decision === "update" || decision === "replace") this.#replace(each);
    if (decision === "update" || decision === "replace" && isHandled) return null;
    return this.#add(each);
  }

  #set(path: ProjectPath, text: string): void {
    const before = this.#files.get(path);
    if (before === text) return;
    if (!this.#before.has(path)) this.#before.set(path, before);
    this.#files.set(path, text);
    this.texts.set(path, text);
  }

  /** Restores the files as they were before the endpoint was written. */
  takeBack(): void {
    for (const [path, text] of this.#before) {
      if (text === undefined) this.#files.delete(path);
      else this.#files.set(path, text);
    }
  }

  #brokenFile(): string | null {
    for (const path of Object.values(this.#home.paths)) {
      const [problem] = readPython(this.#files.get(path) ?? "").problems;
      if (problem !== undefined) return `${path}:${problem.line} does not parse`;
    }
    return null;
  }

  #hasHandler({ recorded }: MovedEndpoint): boolean {
    return recorded.some((each) => each.layer === "route" && this.#home.found.has(homeKey(each)));
  }

  /** Adds what an endpoint lacks. */
  #add({ endpoint, decision, wanted }: MovedEndpoint): string | null {
    const home = this.#home;
    const path = home.paths.route;
    const text = this.#files.get(path);
    if (text === undefined) return "its route's module was moved or deleted, and not found";
    if (decision === "add") {
      const taken = this.#takenMethod(endpoint);
      if (taken !== null) return taken;
    }
    const module = readRouteModule(home, text, this.#files);
    if ("severity" in module) return module.message;
    const handler = freeHandlerName(endpoint.handler, takenNames(module.module));
    const joining = { ...endpoint, prefix: module.prefix, handler };
    const { edits, diagnostics } = addToLayers(joining, module, home, this.#files);
    const problem = diagnostics.find(({ severity }) => severity === "error");
    if (problem !== undefined) return problem.message;
    for (const edit of edits) {
      this.#added.push(...addedDefinitions(edit, home));
      this.#set(edit.path, edit.after);
    }
    this.#writeData(wanted, []);
    return null;
  }

  /** Describes a method that already has the name of a new one; `null` if there is none. */
  #takenMethod({ serviceMethod, repositoryMethod }: Endpoint): string | null {
    const { paths, service, repository } = this.#home;
    const names = [
      [paths.service, service, serviceMethod],
      [paths.repository, repository, repositoryMethod],
    ] as const;
    for (const [path, className, name] of names) {
      const module = readPython(this.#files.get(path) ?? "");
      const found = findClass(module, className);
      const method = found === undefined ? undefined : findMethod(found, name);
      if (method !== undefined) {
        return `${path}:${
          module.lines[method.header]?.row ?? 1
        } already has '${className}.${name}'`;
      }
    }
    return null;
  }

  /** Replaces the definitions of an endpoint that the spec changes. */
  #replace({ wanted, recorded, decision }: MovedEndpoint): void {
    const known = new Map(recorded.map((each) => [homeKey(each), each.hash]));
    const changed = wanted.filter((each) =>
      each.layer !== "mock" && (decision === "replace" || known.get(homeKey(each)) !== each.hash ||
        each.layer === "model" && !this.#home.found.has(homeKey(each)))
    );
    for (const each of changed) {
      const found = this.#home.found.get(homeKey(each));
      if (found !== undefined) {
        if (decision === "replace" || !found.edited) this.#replaceOne(each, found.path, found.name);
      } else if (each.layer === "model") this.#addModel(each);
    }
    this.#orderModels(changed);
    this.#writeData(wanted, recorded);
  }

  #replaceOne(wanted: WantedDefinition, path: ProjectPath, name: string): void {
    const module = readPython(this.#files.get(path) ?? "");
    const current = symbols(module).find((symbol) => symbol.name === name);
    if (current === undefined) return;
    const { code, imports } = this.#relocation.apply(wanted.part);
    const renaming = this.#home.found.get(homeKey(wanted))?.renaming ?? null;
    const changes = new ModuleChanges(module);
    changes.replace(current, renaming === null ? code : renamedDefinition(code, renaming), imports);
    const text = changes.apply();
    if (text !== null) this.#set(path, removeUnusedImports(text, current.text));
  }

  #addModel(wanted: WantedDefinition): void {
    const path = this.#home.paths.model;
    const text = this.#files.get(path);
    const part = this.#relocation.apply(wanted.part);
    if (text === undefined) {
      const file = modelFile(this.#home.route, [part]);
      this.#set(path, withEolOf(this.#files.get(this.#home.paths.service) ?? "", file));
      return;
    }
    if (symbols(readPython(text)).some(({ name }) => name === part.name)) return;
    this.#set(path, addFunction(text, part));
  }

  /** Moves models above those that use them. */
  #orderModels(changed: readonly WantedDefinition[]): void {
    const path = this.#home.paths.model;
    const text = this.#files.get(path);
    const models = changed.filter(({ layer }) => layer === "model")
      .map((each) => this.#home.found.get(homeKey(each))?.name ?? each.name);
    if (text === undefined || models.length < 2) return;
    this.#set(path, orderDefinitions(text, new Set(models), new Set(models)));
  }

  /** Writes the data files of mocks, except those that people edited. */
  #writeData(
    wanted: readonly WantedDefinition[],
    recorded: readonly DefinitionRecord[],
  ): void {
    for (const { layer, name, part } of wanted) {
      if (layer !== "mock") continue;
      const path = inApp(dataFilePath(name), this.#home);
      const before = this.#files.get(path);
      const known = recorded.find((each) => each.layer === layer && each.name === name);
      if (before === undefined || dataHash(before) === known?.hash) this.#set(path, part.code);
      const mocks = inApp(MOCKS_PACKAGE_PATH, this.#home);
      if (!this.#files.has(mocks)) this.#set(mocks, mocksTemplate({}));
    }
  }

  /** Returns what to record of an endpoint after it was written. */
  records({ wanted, recorded }: MovedEndpoint): readonly DefinitionRecord[] {
    const now = new ProjectSymbols(this.#files);
    const written = new Map(this.#added.map((each) => [homeKey(each), each]));
    for (const each of wanted) {
      const key = homeKey(each);
      const found = this.#home.found.get(key);
      const path = found?.path ?? (each.layer === "model" ? this.#home.paths.model : undefined);
      if (each.layer === "mock") {
        const text = this.#files.get(inApp(dataFilePath(each.name), this.#home));
        if (text !== undefined && dataHash(text) === each.hash) written.set(key, each);
        continue;
      }
      const place = path === undefined ? undefined : now.in(path).get(found?.name ?? each.name);
      if (place === undefined || written.has(key)) continue;
      const isWritten = hashUnder(place.symbol, found?.renaming ?? null, each.hash) === each.hash;
      if (isWritten) written.set(key, { layer: each.layer, name: each.name, hash: each.hash });
    }
    const left = recorded.filter((each) => !written.has(homeKey(each)));
    return [...written.values(), ...left].map(({ layer, name, hash }) => ({ layer, name, hash }));
  }
}
