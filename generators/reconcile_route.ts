/** Reconciles one route of a spec with the project. */

import type { Snapshot } from "../core/change_set.ts";
import { type ProjectPath, projectPath } from "../core/project_path.ts";
import { dataFileNameAt, routeFileAt, routePaths } from "../project/layout.ts";
import { definitionsOf, routeFileRecord } from "../project/records.ts";
import {
  type DefinitionRecord,
  EMPTY_RECORD,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../project/route_record.ts";
import type { Choices } from "./choices.ts";
import type { Endpoint } from "./endpoint.ts";
import { type MergedFiles, mergeInto } from "./merge_files.ts";
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
import { definitionKey, type DefinitionLayer, definitionOwners } from "./route_definitions.ts";
import type { RouteCode } from "./route_files.ts";

/** A route of a spec, and what is known about it. */
export interface RouteToReconcile {
  readonly name: string;
  readonly code: RouteCode;
  /** `undefined` if Layerwright never generated the route. */
  readonly record: RouteRecord | undefined;
  readonly snapshot: Snapshot;
  /** Whether to discard edits that conflict with the spec. */
  readonly force: boolean;
  readonly choices: Choices;
  /** Reports whether the project serves an endpoint already, by code that was not generated for it. */
  readonly isServed: (endpoint: Endpoint) => boolean;
}

export interface ReconciledRoute {
  readonly record: RouteRecord;
  readonly decisions: ReadonlyMap<Endpoint, Decision>;
}

/**
 * Merges the code of a route into the project. Only endpoints of which the spec asks for something new
 * change.
 */
export function reconcileRoute(
  { name, code, record = EMPTY_RECORD, snapshot, force, choices, isServed }: RouteToReconcile,
  merged: MergedFiles,
): ReconciledRoute {
  const owners = definitionOwners(code);
  const files = generatedFiles(code);
  const wanted = {
    endpoints: code.endpoints,
    owners,
    definitions: () => recordedDefinitions(code),
    isWhole: isWhole(name, record, snapshot),
    isServed,
  };
  let symbols: RouteSymbols | undefined;
  const readSymbols = () => symbols ??= routeSymbols(routePaths(name), snapshot);
  const decisions = decide(wanted, record, readSymbols, choices);
  const changes = [...decisions.values()].some(writes);
  const isRestored = files.some(({ path }) => choices.restore.has(path));
  if (!changes && !isRestored) {
    const definitions = [...record.shared, ...record.endpoints.flatMap((each) => each.definitions)];
    return { record: newRecord(record, decisions, owners, definitions), decisions };
  }
  const isRestoring = [...decisions.values()].includes("restore");
  const recorded = [...unwanted(record, files)];
  for (const { path, text, layer } of files) {
    const known = routeFileRecord(record, path);
    const policy = (definition: string): Policy => {
      const name = layer === "mock" ? dataFileNameAt(path) : definition;
      const owner = owners.get(definitionKey(layer, name));
      if (definition === path && (isRestoring || choices.restore.has(path))) return "restore";
      if (owner === undefined) return known?.symbols.has(definition) ? "leave" : "follow";
      return POLICIES[decisions.get(owner) ?? "same"];
    };
    mergeInto(merged, { path, text, known, policy }, snapshot, force);
    const file = merged.records.get(path) ?? known;
    if (file !== undefined) recorded.push(...definitionsOf(path, file));
  }
  return { record: newRecord(record, decisions, owners, recorded), decisions };
}

/** Reports whether the recorded modules that a new endpoint is added to exist. */
function isWhole(route: string, record: RouteRecord, snapshot: Snapshot): boolean {
  const paths = routePaths(route);
  return (["route", "service", "repository"] as const).every((layer) =>
    snapshot.has(paths[layer]) || routeFileRecord(record, paths[layer]) === undefined
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
  { shared, endpoints }: RouteRecord,
  files: readonly RouteFileText[],
): readonly DefinitionRecord[] {
  const layers = new Set(files.map(({ layer }) => layer));
  const data = new Set(files.map(({ path }) => dataFileNameAt(path)));
  return [...shared, ...endpoints.flatMap(({ definitions }) => definitions)]
    .filter(({ layer, name }) => layer === "mock" ? !data.has(name) : !layers.has(layer));
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
  const byKey = new Map(earlier.endpoints.map((each) => [endpointKey(each), each]));
  const wanted = new Set([...decisions.keys()].map(keyOf));
  const others = earlier.endpoints.filter((each) => !wanted.has(endpointKey(each)));
  const keep = new Map(
    others.flatMap((each) =>
      each.definitions.map(({ layer, name }) => [definitionKey(layer, name), each] as const)
    ),
  );
  const ownerOf = ({ layer, name }: DefinitionRecord) => {
    const key = definitionKey(layer, name);
    return owners.get(key) ?? keep.get(key);
  };
  const grouped = Map.groupBy(definitions, ownerOf);
  const left = others.map((each) => ({ ...each, definitions: grouped.get(each) ?? [] }))
    .filter(({ definitions }) => definitions.length > 0);
  const followed = [...decisions].filter(([endpoint]) => grouped.has(endpoint))
    .map(([endpoint, decision]) =>
      endpointRecord(endpoint, decision, byKey.get(keyOf(endpoint)), grouped.get(endpoint) ?? [])
    );
  return {
    renamed: earlier.renamed,
    shared: grouped.get(undefined) ?? [],
    endpoints: inCodeOrder(earlier.endpoints, [...followed, ...left], definitions),
    removed: earlier.removed.filter((each) =>
      ![...decisions].some(([endpoint, decision]) =>
        decision === "add" && keyOf(endpoint) === endpointKey(each)
      )
    ),
    withoutModels: earlier.withoutModels,
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
