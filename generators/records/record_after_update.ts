/** The record of a route after `generate api`. */

import { recordedPrefix } from "../../project/records/recorded_path.ts";
import {
  definitionKey,
  type DefinitionRecord,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { type Endpoint, endpointFacts, keyOf } from "../code/endpoint.ts";
import { type EndpointAction, type Reason, writes } from "../compare/action.ts";
import { endpointInput } from "../code/endpoint_input.ts";

/**
 * Definitions by endpoint. The endpoint comes from the spec, or from the record if the spec no
 * longer has it.
 */
export type DefinitionGroups = ReadonlyMap<
  Endpoint | EndpointRecord | undefined,
  readonly DefinitionRecord[]
>;

/** Assigns definitions to their endpoints. */
export function grouped(
  { endpoints }: RouteRecord,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
  owners: ReadonlyMap<string, Endpoint>,
  definitions: readonly DefinitionRecord[],
): DefinitionGroups {
  const wanted = new Map([...actions.keys()].map((each) => [keyOf(each), each]));
  // A definition that the spec no longer wants still belongs to its endpoint, such as the model of a mock.
  const recorded = new Map(
    endpoints.flatMap((each) => {
      const owner = wanted.get(endpointKey(each)) ?? each;
      return each.definitions.map((definition) => [definitionKey(definition), owner] as const);
    }),
  );
  return Map.groupBy(definitions, (definition) => {
    const key = definitionKey(definition);
    const [wantedBy, before] = [owners.get(key), recorded.get(key)];
    if (wantedBy === undefined || before === undefined) return wantedBy ?? before;
    const action = actions.get(wantedBy);
    return action !== undefined && writes(action) ? wantedBy : before;
  });
}

/**
 * Returns the record of a route after a run.
 *
 * @param definitions All definitions of the record. A file's definitions follow the order of its
 * code.
 */
function recordOf(
  earlier: RouteRecord,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
  groups: DefinitionGroups,
  definitions: readonly DefinitionRecord[],
): RouteRecord {
  const byKey = new Map(earlier.endpoints.map((each) => [endpointKey(each), each]));
  const wanted = new Map([...actions.keys()].map((each) => [keyOf(each), each]));
  const others = earlier.endpoints.filter((each) => !wanted.has(endpointKey(each)));
  const added = new Set(
    [...actions].flatMap(([endpoint, { writing }]) => writing === "add" ? [placeOf(endpoint)] : []),
  );
  const unwanted = others.map((each) => ({ ...each, definitions: groups.get(each) ?? [] }))
    .filter(({ definitions }) => definitions.length > 0);
  const followed = [...actions].flatMap(([endpoint, action]) => {
    const own = groups.get(endpoint);
    const known = byKey.get(keyOf(endpoint));
    // What the project happens to have of an endpoint that the run could not write is no record of it.
    const isLeft = known === undefined && !writes(action) && !DECIDED.has(action.reason);
    if (own === undefined || isLeft) return [];
    const record = endpointRecord(endpoint, action, known, own);
    // If people kept the route's prefix, what the run adds is at that prefix, too.
    const isKept = writes(action) && known === undefined && earlier.endpoints.length > 0 &&
      recordedPrefix(endpoint.route, earlier) !== endpoint.prefix;
    return [isKept ? { ...record, kept: record.input } : record];
  });
  return {
    prefix: earlier.prefix,
    renamed: earlier.renamed,
    shared: groups.get(undefined) ?? [],
    endpoints: inCodeOrder(earlier.endpoints, [...followed, ...unwanted], definitions),
    // The spec may have given an endpoint another path after people removed it.
    removed: earlier.removed.filter((each) => !added.has(placeOf(each))),
    withoutModels: earlier.withoutModels,
    form: earlier.form,
  };
}

/** Returns a key that is equal for endpoints of a route that cannot be in one spec. */
function placeOf({ method, subroute }: Pick<EndpointRecord, "method" | "subroute">): string {
  return `${method} ${subroute ?? ""}`;
}

/** The reasons that stand until the spec changes the endpoint again. */
const DECIDED: ReadonlySet<Reason> = new Set<Reason>(["keep", "kept", "removed", "served"]);

/** Returns the new record of an endpoint. */
function endpointRecord(
  endpoint: Endpoint,
  { reason }: EndpointAction,
  earlier: EndpointRecord | undefined,
  definitions: readonly DefinitionRecord[],
): EndpointRecord {
  const wanted = endpointInput(endpoint);
  // A deleted endpoint is reported until someone decides about it.
  const input = reason === "deleted" ? earlier?.input ?? null : wanted;
  const kept = DECIDED.has(reason) ? wanted : null;
  // What a command added belongs to the spec as soon as the spec asks for something else.
  const origin = earlier?.input === wanted ? earlier.origin : "spec";
  const asked = input === wanted ? {} : { asked: wanted };
  return { ...endpointFacts(endpoint), origin, input, kept, ...asked, definitions };
}

/**
 * Returns endpoints in the order of their handlers. Endpoints without a handler stay below the endpoint
 * that they were recorded below.
 *
 * @param definitions The definitions of the route. A file's definitions follow the order of its
 * code.
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

/**
 * Returns the record of a route after a run.
 *
 * @param definitions The definitions to record.
 * @param inOrder Those that the code has, in its order; by default, all of them.
 */
export function recordAfterUpdate(
  earlier: RouteRecord,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
  owners: ReadonlyMap<string, Endpoint>,
  definitions: readonly DefinitionRecord[],
  inOrder = definitions,
): RouteRecord {
  const all = [...definitions, ...deletedDefinitions(earlier, actions, definitions)];
  return recordOf(earlier, actions, grouped(earlier, actions, owners, all), inOrder);
}

/**
 * Returns the recorded code of endpoints that people deleted and whose names the spec changed. The
 * generated files no longer show that this code existed.
 */
function deletedDefinitions(
  { endpoints }: RouteRecord,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
  definitions: readonly DefinitionRecord[],
): readonly DefinitionRecord[] {
  const keys = new Set(
    [...actions].flatMap(([endpoint, action]) => writes(action) ? [] : [keyOf(endpoint)]),
  );
  const unwritten = endpoints.filter((each) => keys.has(endpointKey(each)));
  if (unwritten.length === 0) return [];
  const known = new Set(definitions.map(definitionKey));
  return unwritten.flatMap((each) =>
    each.definitions.filter(({ layer, name }) =>
      layer !== "model" && layer !== "mock" && !known.has(definitionKey({ layer, name }))
    )
  );
}

/**
 * Records decisions about endpoints whose route has another name in the spec: people kept them, or
 * had them restored as a part of the route of that name.
 */
export function withDecisions(
  routes: ReadonlyMap<string, RouteRecord>,
  actions: ReadonlyMap<Endpoint, EndpointAction>,
): ReadonlyMap<string, RouteRecord> {
  const decided = new Map(
    [...actions].filter(([, { writing, reason }]) => writing === "add" || reason === "keep")
      .map(([each]) => [keyOf(each), each]),
  );
  if (decided.size === 0) return routes;
  return new Map([...routes].map(([route, record]) => {
    const isElsewhere = (each: EndpointRecord) =>
      (decided.get(endpointKey(each))?.route ?? route) !== route;
    if (!record.endpoints.some(isElsewhere)) return [route, record];
    const endpoints = record.endpoints.flatMap((each) => {
      const endpoint = isElsewhere(each) ? decided.get(endpointKey(each)) : undefined;
      if (endpoint === undefined) return [each];
      if (actions.get(endpoint)?.writing === "add") return [];
      return [{ ...each, kept: endpointInput(endpoint) }];
    });
    return [route, { ...record, endpoints }];
  }));
}
