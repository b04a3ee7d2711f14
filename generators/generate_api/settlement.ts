/** Decisions about handlers to which the spec gives another method or path. */

import type { ProjectPath } from "../../core/project_path.ts";
import { hashUnder } from "../../project/homes/found_definition.ts";
import { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import type { Records } from "../../project/records/records.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import {
  type DefinitionRecord,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { parsedFile } from "../../python/parsed_files.ts";
import type { PythonModule } from "../../python/python_module.ts";
import { type PythonSymbol, symbols } from "../../python/symbols.ts";
import type { Choices } from "../plans/choices.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import { type Endpoint, endpointFacts, keyOf, routeEndpoints } from "../code/endpoint.ts";
import { Project } from "../../project/project.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { FileEdits } from "../edits/file_edits.ts";
import type { FollowedSpecChanges, HandlerConflict } from "./handler_conflicts.ts";
import type { RespecifiedAs } from "../compare/action.ts";
import type { Respecified } from "../compare/respecified.ts";
import { endpointInput, isDecided } from "../code/route_definitions.ts";

/** The project before a run. */
export interface SettlementInput {
  readonly project: Project;
  readonly records: Records;
  readonly homes: RouteHomes;
  readonly choices: Choices;
  /** The routes of the spec. */
  readonly spec: readonly RouteSpec[];
}

/** The changes of a route's record. */
interface RouteChanges {
  readonly facts: Partial<Pick<RouteRecord, "prefix" | "removed">>;
  /** The new records of endpoints, by the keys of their earlier records. */
  readonly endpoints: Map<string, EndpointRecord>;
}

/**
 * Collects decisions. The edits and records take effect together at the end, so that a file is
 * parsed once even if many of its handlers change.
 */
export class Settlement {
  readonly conflicts: HandlerConflict[] = [];
  readonly edits = new FileEdits();
  readonly homes: RouteHomes;
  readonly #input: SettlementInput;
  readonly #respecified = new Map<Endpoint, RespecifiedAs>();
  readonly #changes = new Map<string, RouteChanges>();
  readonly #symbols = new Map<ProjectPath, ReadonlyMap<string, PythonSymbol>>();
  #keys: ReadonlySet<string> | undefined;
  #freed: ReadonlySet<string> | undefined;

  constructor(respecified: readonly Respecified[], input: SettlementInput) {
    this.#input = input;
    this.homes = input.homes;
    for (const { endpoint } of respecified) this.#respecified.set(endpoint, "open");
  }

  /** Returns people's decision about an endpoint that cannot follow the spec by itself. */
  decision({ endpoint }: Respecified): Choices["conflicts"] {
    const { keep, replace, conflicts } = this.#input.choices;
    const key = keyOf(endpoint);
    return keep.has(key) ? "keep" : replace.has(key) ? "replace" : conflicts;
  }

  /** Reports whether people decided in an earlier run that an endpoint need not follow the spec. */
  isKept({ endpoint, record }: Respecified): boolean {
    return isDecided(endpoint, record.kept) &&
      !this.#input.choices.replace.has(keyOf(endpoint));
  }

  /** Reports whether an endpoint keeps its method and path. */
  isHeld(endpoint: Endpoint): boolean {
    return ["keep", "kept"].includes(this.#respecified.get(endpoint) ?? "");
  }

  /** Leaves an endpoint as people decided in an earlier run. */
  hold({ endpoint }: Respecified): void {
    this.#respecified.set(endpoint, "kept");
  }

  /** Lets the handler of an endpoint stay as it is until the spec changes again. */
  keep(respecified: Respecified): void {
    const { route, endpoint, record } = respecified;
    this.#respecified.set(endpoint, "keep");
    const { method, path } = endpointFacts(endpoint);
    const kept = { kept: endpointInput(endpoint), wanted: { method, path } };
    this.record(route, record, { ...record, ...kept });
  }

  /**
   * Lets an endpoint follow the spec.
   *
   * @param input The hash of the input of its code; `null` if it is generated again.
   */
  follow(respecified: Respecified, input: string | null): void {
    const { route, endpoint, record } = respecified;
    this.#respecified.set(endpoint, "follow");
    this.record(route, record, { ...record, ...endpointFacts(endpoint), input, kept: null });
  }

  /** Returns the record of a route before the run. */
  recordOf(route: string): RouteRecord | undefined {
    return this.#input.records.routes.get(route);
  }

  /** Reports whether the spec has an endpoint in any route. */
  isInSpec(endpoint: Pick<EndpointRecord, "method" | "path">): boolean {
    this.#keys ??= new Set(this.#input.spec.flatMap(routeEndpoints).map(keyOf));
    return this.#keys.has(endpointKey(endpoint));
  }

  /** Replaces the record of an endpoint. */
  record(route: string, before: EndpointRecord, after: EndpointRecord): void {
    this.#changesOf(route).endpoints.set(endpointKey(before), after);
  }

  /** Reports whether the record of an endpoint is replaced. */
  isRecorded(route: string, record: EndpointRecord): boolean {
    return this.#changes.get(route)?.endpoints.has(endpointKey(record)) ?? false;
  }

  /** Replaces facts of a route's record. */
  recordRoute(route: string, facts: RouteChanges["facts"]): void {
    this.#changes.set(route, { ...this.#changesOf(route), facts });
  }

  #changesOf(route: string): RouteChanges {
    const known = this.#changes.get(route) ?? { facts: {}, endpoints: new Map() };
    this.#changes.set(route, known);
    return known;
  }

  /** Returns a parsed file, as it was before the run. */
  module(path: ProjectPath): PythonModule {
    return parsedFile(this.#input.project.files, path);
  }

  /**
   * Returns a definition, as it was before the run. Of several definitions with one name, the first
   * counts.
   */
  symbol(path: ProjectPath, name: string): PythonSymbol | undefined {
    const known = this.#symbols.get(path) ??
      new Map(symbols(this.module(path)).toReversed().map((each) => [each.name, each]));
    this.#symbols.set(path, known);
    return known.get(name);
  }

  /** The endpoints to which the spec gives another method or path, with people's decisions. */
  get respecified(): ReadonlyMap<Endpoint, RespecifiedAs> {
    return this.#respecified;
  }

  /** Reports whether an endpoint gets a method and path that the run takes from another one. */
  frees(endpoint: Endpoint): boolean {
    this.#freed ??= new Set(
      [...this.#changes.values()].flatMap(({ endpoints }) =>
        [...endpoints].flatMap(([key, after]) => key === endpointKey(after) ? [] : [key])
      ),
    );
    return this.#freed.has(keyOf(endpoint));
  }

  /** The records with the methods, paths and prefixes that the spec has now, before any edit. */
  get routes(): ReadonlyMap<string, RouteRecord> {
    return this.#routes((_, definition) => definition);
  }

  /** Returns the project with the edits of handlers that follow the spec. */
  apply(): FollowedSpecChanges {
    const { project } = this.#input;
    const texts = this.edits.texts(project.files);
    const edited = new EditedDefinitions(this.homes, texts);
    const draft = new ProjectDraft(project);
    draft.apply(texts);
    return {
      draft,
      routes: this.#routes((route, definition) => edited.recorded(route, definition)),
    };
  }

  #routes(
    again: (route: string, definition: DefinitionRecord) => DefinitionRecord,
  ): ReadonlyMap<string, RouteRecord> {
    const { routes } = this.#input.records;
    return this.#changes.size === 0 ? routes : new Map(
      [...routes].map(([route, record]) => [route, this.#nextRecord(route, record, again)]),
    );
  }

  #nextRecord(
    route: string,
    record: RouteRecord,
    again: (route: string, definition: DefinitionRecord) => DefinitionRecord,
  ): RouteRecord {
    const changes = this.#changes.get(route);
    if (changes === undefined) return record;
    return {
      ...record,
      ...changes.facts,
      shared: record.shared.map((each) => again(route, each)),
      endpoints: record.endpoints.map((each) => {
        const next = changes.endpoints.get(endpointKey(each)) ?? each;
        return { ...next, definitions: next.definitions.map((each) => again(route, each)) };
      }),
    };
  }
}

/** The records of definitions after edits. */
class EditedDefinitions {
  readonly #symbols: ProjectSymbols;

  /** @param texts The files that were edited. */
  constructor(
    private readonly homes: RouteHomes,
    private readonly texts: ReadonlyMap<ProjectPath, string>,
  ) {
    this.#symbols = new ProjectSymbols(texts);
  }

  /**
   * Returns the record of a definition. A definition that people did not edit still counts as
   * generated.
   */
  recorded(route: string, definition: DefinitionRecord): DefinitionRecord {
    const found = this.homes.find(route, definition);
    if (found === null || found.edited || !this.texts.has(found.path)) return definition;
    const symbol = this.#symbols.in(found.path).get(found.name)?.symbol;
    if (symbol === undefined) return definition;
    return { ...definition, hash: hashUnder(symbol, found.renaming, definition.hash) };
  }
}
