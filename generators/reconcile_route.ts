/** Reconciles one route of a spec with the project. */

import type { Snapshot } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { symbolHashes } from "../project/code_hash.ts";
import { dataFileNameAt, routeFileAt } from "../project/layout.ts";
import type { FileRecord } from "../project/manifest.ts";
import { definitionsOf, routeFileRecord } from "../project/records.ts";
import {
  allDefinitions,
  type DefinitionRecord,
  definitionsIn,
  EMPTY_RECORD,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../project/route_record.ts";
import type { RouteHome } from "../project/route_home.ts";
import type { RouteHomes } from "../project/route_homes.ts";
import type { Choices } from "./choices.ts";
import type { Endpoint } from "./endpoint.ts";
import { currentFiles, type MergedFiles, mergeInto, setText } from "./merge_files.ts";
import { writeMoved } from "./moved_route.ts";
import type { Policy } from "./merge_module.ts";
import {
  decide,
  type Decision,
  endpointRecord,
  keyOf,
  type RouteSymbols,
  routeSymbols,
  writes,
} from "./reconcile.ts";
import { recordedDefinitions } from "./recorded_route.ts";
import { wantedDefinitions } from "./wanted_definitions.ts";
import { definitionKey, type DefinitionLayer, definitionOwners } from "./route_definitions.ts";
import type { RouteCode } from "./route_files.ts";

/** A route of a spec, and what is known about it. */
export interface RouteToReconcile {
  readonly name: string;
  readonly code: RouteCode;
  /** `undefined` if Layerwright never generated the route. */
  readonly record: RouteRecord | undefined;
  readonly snapshot: Snapshot;
  /** Where the code of the project's routes is. */
  readonly homes: RouteHomes;
  /** Whether to discard edits that conflict with the spec. */
  readonly force: boolean;
  readonly choices: Choices;
  /** Reports whether the project serves an endpoint already, by code that was not generated for it. */
  readonly isServed: (endpoint: Endpoint) => boolean;
}

export interface ReconciledRoute {
  readonly record: RouteRecord;
  readonly decisions: ReadonlyMap<Endpoint, Decision>;
  /** Why endpoints that the spec changed could not be written. */
  readonly left: ReadonlyMap<Endpoint, string>;
}

/**
 * Merges the code of a route into the project. Changes only endpoints that the spec adds or
 * changes.
 */
export function reconcileRoute(
  route: RouteToReconcile,
  merged: MergedFiles,
): ReconciledRoute {
  const { name, code, snapshot, homes, force, choices, isServed } = route;
  const known = route.record ?? EMPTY_RECORD;
  // The prefix of an existing blueprint stays.
  const record = known.endpoints.length === 0 ? { ...known, prefix: code.prefix } : known;
  const owners = definitionOwners(code);
  const wanted = {
    endpoints: code.endpoints,
    owners,
    definitions: () => recordedDefinitions(code),
    isWhole: () => isWhole(homes.of(name), record, snapshot),
    isServed,
  };
  let symbols: RouteSymbols | undefined;
  const all = allDefinitions(record);
  const readSymbols = () => symbols ??= routeSymbols(homes.of(name), snapshot, all);
  const decisions = decide(wanted, record, readSymbols, choices);
  const changes = [...decisions.values()].some(writes);
  const isRestored = code.paths.some((path) => choices.restore.has(path));
  if (!changes && !isRestored) {
    return { record: newRecord(record, decisions, owners, all), decisions, left: NONE };
  }
  if (homes.of(name).isMoved) return writtenWhereItIs(route, record, decisions, merged);
  const files = generatedFiles(code);
  const isRestoring = [...decisions.values()].includes("restore");
  const needed = missingModels(route, decisions, owners);
  const recorded = [...unwanted(record, files)];
  for (const { path, text, layer } of files) {
    const known = routeFileRecord(record, path) ?? leftFile(route, path);
    const policy = (definition: string): Policy => {
      const name = layer === "mock" ? dataFileNameAt(path) : definition;
      const owner = owners.get(definitionKey(layer, name));
      if (definition === path && (isRestoring || choices.restore.has(path))) return "restore";
      if (owner === undefined) return known?.symbols.has(definition) ? "leave" : "follow";
      const policy = POLICIES[decisions.get(owner) ?? "same"];
      // New code imports its models, so that a deleted or renamed one comes back.
      const isImported = policy === "follow" || policy === "leave" && needed.has(name);
      return layer === "model" && isImported ? "restore" : policy;
    };
    mergeInto(merged, { path, text, known, policy }, snapshot, force);
    const file = merged.records.get(path) ?? known;
    if (file !== undefined) recorded.push(...definitionsOf(path, file));
  }
  return { record: newRecord(record, decisions, owners, recorded), decisions, left: NONE };
}

const NONE: ReadonlyMap<Endpoint, string> = new Map();

/**
 * Returns the names of the models that written endpoints share with an endpoint that stays as it is, and that the
 * project does not have: with the first of the written endpoints.
 */
function missingModels(
  { name, code: { endpoints, sharedModels }, homes, snapshot }: RouteToReconcile,
  decisions: ReadonlyMap<Endpoint, Decision>,
  owners: ReadonlyMap<string, Endpoint>,
): ReadonlyMap<string, Endpoint> {
  const isWritten = (endpoint: Endpoint | undefined) =>
    endpoint !== undefined && writes(decisions.get(endpoint) ?? "same");
  const needed = new Map<string, Endpoint>();
  for (const [index, endpoint] of endpoints.entries()) {
    for (const name of isWritten(endpoint) ? sharedModels[index] ?? [] : []) {
      const owner = owners.get(definitionKey("model", name));
      if (!isWritten(owner) && !needed.has(name)) needed.set(name, endpoint);
    }
  }
  if (needed.size === 0) return needed;
  const present = symbolHashes(snapshot.get(homes.of(name).paths.model) ?? "");
  return new Map([...needed].filter(([name]) => !present.has(name)));
}

/**
 * Returns the record of a file that people kept after the route was removed. Nothing in it counts
 * as generated.
 */
function leftFile(
  { record, snapshot }: RouteToReconcile,
  path: ProjectPath,
): FileRecord | undefined {
  const isLeft = record !== undefined && path.endsWith(".py") && snapshot.has(path);
  return isLeft ? { hash: null, symbols: new Map() } : undefined;
}

/** Writes the endpoints of a route whose code people moved or renamed. */
function writtenWhereItIs(
  route: RouteToReconcile,
  record: RouteRecord,
  decisions: ReadonlyMap<Endpoint, Decision>,
  merged: MergedFiles,
): ReconciledRoute {
  const { name, code, snapshot, homes } = route;
  const wanted = wantedDefinitions(code);
  const all = allDefinitions(record);
  const owners = definitionOwners(code);
  const groups = new Map(grouped(record, decisions, owners, all));
  const needed = missingModels(route, decisions, owners);
  const models = Map.groupBy(
    [...wanted.values()].flat().filter(({ layer, name }) => layer === "model" && needed.has(name)),
    (model) => needed.get(model.name),
  );
  const after = new Map(decisions);
  const left = new Map<Endpoint, string>();
  for (const [endpoint, decision] of decisions) {
    if (!writes(decision)) continue;
    const outcome = writeMoved(
      {
        endpoint,
        decision,
        wanted: [...models.get(endpoint) ?? [], ...wanted.get(endpoint) ?? []],
        recorded: groups.get(endpoint) ?? [],
      },
      homes.of(name),
      currentFiles(merged, snapshot),
    );
    if (outcome.kind === "left") {
      left.set(endpoint, outcome.reason);
      after.set(endpoint, decision === "add" ? "homeless" : "deleted");
      continue;
    }
    for (const [path, text] of outcome.texts) setText(merged, path, text, snapshot);
    groups.set(endpoint, outcome.definitions);
  }
  const definitions = [...groups.values()].flat();
  return { record: recordOf(record, after, groups, definitions), decisions: after, left };
}

/** Reports whether the recorded modules that a new endpoint is added to exist. */
function isWhole({ paths }: RouteHome, record: RouteRecord, snapshot: Snapshot): boolean {
  return (["route", "service", "repository"] as const).every((layer) =>
    snapshot.has(paths[layer]) || definitionsIn(record, layer).size === 0
  );
}

const POLICIES: Readonly<Record<Decision, Policy>> = {
  add: "follow",
  update: "follow",
  replace: "replace",
  restore: "restore",
  same: "leave",
  edited: "leave",
  deleted: "leave",
  settled: "leave",
  homeless: "leave",
};

interface RouteFileText {
  readonly path: ProjectPath;
  readonly layer: DefinitionLayer;
  readonly text: string;
}

function generatedFiles({ files }: RouteCode): readonly RouteFileText[] {
  return [...files].flatMap(([path, text]) => {
    const layer = routeFileAt(path)?.layer;
    return layer === undefined ? [] : [{ path: projectPath(path), layer, text }];
  });
}

/** Returns the recorded definitions in files that the spec does not want. */
function unwanted(
  record: RouteRecord,
  files: readonly RouteFileText[],
): readonly DefinitionRecord[] {
  const layers = new Set(files.map(({ layer }) => layer));
  const data = new Set(files.map(({ path }) => dataFileNameAt(path)));
  return allDefinitions(record).filter(({ layer, name }) =>
    layer === "mock" ? !data.has(name) : !layers.has(layer)
  );
}

/**
 * Returns the record after a merge.
 *
 * @param definitions The definitions that the merged files record.
 */
function newRecord(
  earlier: RouteRecord,
  decisions: ReadonlyMap<Endpoint, Decision>,
  owners: ReadonlyMap<string, Endpoint>,
  definitions: readonly DefinitionRecord[],
): RouteRecord {
  const all = [...definitions, ...deletedDefinitions(earlier, decisions, definitions)];
  return recordOf(earlier, decisions, grouped(earlier, decisions, owners, all), definitions);
}

/**
 * Returns the recorded code of endpoints that people deleted and whose names the spec changed: the generated
 * files no longer tell that it was there.
 */
function deletedDefinitions(
  { endpoints }: RouteRecord,
  decisions: ReadonlyMap<Endpoint, Decision>,
  definitions: readonly DefinitionRecord[],
): readonly DefinitionRecord[] {
  const left = new Set(
    [...decisions].flatMap(([endpoint, decision]) => writes(decision) ? [] : [keyOf(endpoint)]),
  );
  const known = new Set(definitions.map(({ layer, name }) => definitionKey(layer, name)));
  return endpoints.filter((each) => left.has(endpointKey(each))).flatMap((each) =>
    each.definitions.filter(({ layer, name }) =>
      layer !== "model" && layer !== "mock" && !known.has(definitionKey(layer, name))
    )
  );
}

/**
 * Definitions by endpoint. The endpoint comes from the spec, or from the record if the spec no
 * longer has it.
 */
type DefinitionGroups = ReadonlyMap<
  Endpoint | EndpointRecord | undefined,
  readonly DefinitionRecord[]
>;

function grouped(
  { endpoints }: RouteRecord,
  decisions: ReadonlyMap<Endpoint, Decision>,
  owners: ReadonlyMap<string, Endpoint>,
  definitions: readonly DefinitionRecord[],
): DefinitionGroups {
  const wanted = new Map([...decisions.keys()].map((each) => [keyOf(each), each]));
  // A definition that the spec no longer wants still belongs to its endpoint, such as the model of a mock.
  const recorded = new Map(
    endpoints.flatMap((each) =>
      each.definitions.map(({ layer, name }) =>
        [definitionKey(layer, name), wanted.get(endpointKey(each)) ?? each] as const
      )
    ),
  );
  return Map.groupBy(definitions, ({ layer, name }) => {
    const key = definitionKey(layer, name);
    const [wantedBy, before] = [owners.get(key), recorded.get(key)];
    if (wantedBy === undefined || before === undefined) return wantedBy ?? before;
    return writes(decisions.get(wantedBy) ?? "same") ? wantedBy : before;
  });
}

/** @param definitions All definitions of the record, those of a file in the order of its code. */
function recordOf(
  earlier: RouteRecord,
  decisions: ReadonlyMap<Endpoint, Decision>,
  groups: DefinitionGroups,
  definitions: readonly DefinitionRecord[],
): RouteRecord {
  const byKey = new Map(earlier.endpoints.map((each) => [endpointKey(each), each]));
  const wanted = new Map([...decisions.keys()].map((each) => [keyOf(each), each]));
  const others = earlier.endpoints.filter((each) => !wanted.has(endpointKey(each)));
  const added = new Set(
    [...decisions].flatMap(([endpoint, decision]) => decision === "add" ? [keyOf(endpoint)] : []),
  );
  const left = others.map((each) => ({ ...each, definitions: groups.get(each) ?? [] }))
    .filter(({ definitions }) => definitions.length > 0);
  const followed = [...decisions].flatMap(([endpoint, decision]) => {
    const own = groups.get(endpoint);
    if (own === undefined) return [];
    return [endpointRecord(endpoint, decision, byKey.get(keyOf(endpoint)), own)];
  });
  return {
    prefix: earlier.prefix,
    renamed: earlier.renamed,
    shared: groups.get(undefined) ?? [],
    endpoints: inCodeOrder(earlier.endpoints, [...followed, ...left], definitions),
    removed: earlier.removed.filter((each) => !added.has(endpointKey(each))),
    withoutModels: earlier.withoutModels,
    form: earlier.form,
  };
}

/**
 * Returns endpoints in the order of their handlers. Endpoints without a handler stay below the endpoint
 * that they were recorded below.
 *
 * @param definitions The definitions of the route, those of a file in the order of its code.
 */
function inCodeOrder(
  earlier: readonly EndpointRecord[],
  endpoints: readonly EndpointRecord[],
  definitions: readonly DefinitionRecord[],
): readonly EndpointRecord[] {
  const byKey = new Map(endpoints.map((each) => [endpointKey(each), each]));
  const known = new Set(earlier.map(endpointKey));
  const listed = [
    ...earlier.flatMap((each) => byKey.get(endpointKey(each)) ?? []),
    ...endpoints.filter((each) => !known.has(endpointKey(each))),
  ];
  const handlers = definitions.filter(({ layer }) => layer === "route");
  const places = new Map(handlers.map(({ name }, index) => [name, index]));
  let place = -1;
  const placed = listed.map((endpoint) => {
    const handler = endpoint.definitions.find(({ layer }) => layer === "route");
    place = places.get(handler?.name ?? "") ?? place;
    return { endpoint, place };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ endpoint }) => endpoint);
}
