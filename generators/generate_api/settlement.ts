/** Decisions about handlers to which the spec gives another method or path. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { hashUnder } from "../../project/homes/found_definition.ts";
import { ProjectSymbols } from "../../project/homes/project_symbols.ts";
import type { Records } from "../../project/records/records.ts";
import { RouteHomes } from "../../project/homes/route_homes.ts";
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
import type { HandlerConflict, SettledHandlers } from "./handler_conflicts.ts";
import type { Respecified } from "../compare/respecified.ts";
import { endpointInput, isDecided } from "../code/route_definitions.ts";

/** The project before a run. */
export interface SettlementInput {
  readonly files: Snapshot;
  readonly records: Records;
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
  readonly held = new Set<Endpoint>();
  readonly edits = new FileEdits();
  readonly homes: RouteHomes;
  readonly #input: SettlementInput;
  readonly #kept: Respecified[] = [];
  readonly #followed: Respecified[] = [];
  readonly #changes = new Map<string, RouteChanges>();
  readonly #symbols = new Map<ProjectPath, ReadonlyMap<string, PythonSymbol>>();
  #keys: ReadonlySet<string> | undefined;

  constructor(input: SettlementInput) {
    this.#input = input;
    this.homes = new RouteHomes(input.files, input.records.routes);
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

  /** Lets the handler of an endpoint stay as it is until the spec changes again. */
  keep(respecified: Respecified): void {
    const { route, endpoint, record } = respecified;
    this.held.add(endpoint);
    this.#kept.push(respecified);
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
    this.#followed.push(respecified);
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
    return parsedFile(this.#input.files, path);
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

  /** Returns the project after all decisions. */
  result(): SettledHandlers {
    const { files, records: { routes } } = this.#input;
    const texts = this.edits.texts(files);
    const edited = new EditedDefinitions(this.homes, texts);
    const draft = new ProjectDraft(new Project(files));
    draft.apply(texts);
    return {
      conflicts: this.conflicts,
      draft,
      routes: this.#changes.size === 0 ? routes : new Map(
        [...routes].map(([route, record]) => [route, this.#nextRecord(route, record, edited)]),
      ),
      held: this.held,
      kept: this.#kept,
      followed: this.#followed,
    };
  }

  #nextRecord(route: string, record: RouteRecord, edited: EditedDefinitions): RouteRecord {
    const changes = this.#changes.get(route);
    if (changes === undefined) return record;
    const again = (definitions: readonly DefinitionRecord[]) =>
      definitions.map((each) => edited.recorded(route, each));
    return {
      ...record,
      ...changes.facts,
      shared: again(record.shared),
      endpoints: record.endpoints.map((each) => {
        const next = changes.endpoints.get(endpointKey(each)) ?? each;
        return { ...next, definitions: again(next.definitions) };
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
