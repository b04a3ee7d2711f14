/** Decides what `generate api` does with each endpoint of a route, by its record and its code. */

import { answers } from "../../project/layout/layers.ts";
import { homeKey } from "../../project/homes/route_home.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import {
  allDefinitions,
  type DefinitionRecord,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import type { Choices } from "../plans/choices.ts";
import { type Endpoint, endpointFacts, keyOf } from "../code/endpoint.ts";
import { GeneratedDefinitions, hasCode } from "./generated_definitions.ts";
import { ModelChanges, type NamedModels } from "./model_changes.ts";
import { endpointInput, isDecided } from "../code/route_definitions.ts";

/**
 * - `add`: it was never generated
 * - `update`: the spec's input differs from the recorded one
 * - `replace`: people asked for the spec's code
 * - `restore`: people asked for the parts that they deleted
 * - `same`: it was generated from the same input, so it is left alone
 * - `edited`: the spec's input differs, but people edited or wrote the code
 * - `deleted`: people deleted it
 * - `settled`: people decided that it need not follow this input, or their own code serves it
 * - `unplaced`: it is new, but people moved or deleted a module that it would be added to
 */
export type Decision =
  | "add"
  | "update"
  | "replace"
  | "restore"
  | "same"
  | "edited"
  | "deleted"
  | "settled"
  | "unplaced";

/** The definitions that a spec wants for a route. */
export interface WantedRoute {
  readonly endpoints: readonly Endpoint[];
  /** The endpoint of each definition, by its key. */
  readonly owners: ReadonlyMap<string, Endpoint>;
  /** Reports whether the project serves an endpoint already, by code that was not generated for it. */
  readonly isServed: (endpoint: Endpoint) => boolean;
  /**
   * Reports whether an endpoint without generated code needs none, because people removed it or
   * their own code serves it.
   */
  readonly isSettled: (endpoint: Endpoint) => boolean;
  /** Reports whether the project has all recorded modules that a new endpoint goes into. */
  readonly isWhole: () => boolean;
  /** Whether the run removes endpoints that the spec no longer has from the route. */
  readonly losesEndpoints: boolean;
  readonly namedModels: NamedModels;
  /**
   * Lists the generated definitions. Computed on demand, because their hashes are rarely needed.
   */
  readonly definitions: () => readonly DefinitionRecord[];
}

/**
 * Decides what to do with each endpoint.
 *
 * @param code Looks up a definition of the route's modules. Not called for a spec that did not change.
 */
export function decide(
  wanted: WantedRoute,
  record: RouteRecord,
  code: RouteSymbols,
  choices: Choices,
): ReadonlyMap<Endpoint, Decision> {
  const { endpoints, owners, definitions: listed, isWhole, isServed, isSettled } = wanted;
  const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), each]));
  const removed = new Map(record.removed.map((each) => [endpointKey(each), each.input]));
  const generated = new GeneratedDefinitions(listed, owners);
  /**
   * Reports whether the code of an endpoint equals the code that is generated now, so that only its
   * record is missing.
   */
  const isThere = (endpoint: Endpoint) =>
    generated.answering(endpoint).every((each) => code(each) === each.hash);
  const decisions = new Map<Endpoint, Decision>(endpoints.map((endpoint) => {
    const key = keyOf(endpoint);
    const input = endpointInput(endpoint);
    const found = recorded.get(key);
    const definitions = found?.definitions ?? [];
    const isNew = !hasCode({ definitions });
    if (choices.replace.has(key)) return [endpoint, isNew ? "add" : "replace"];
    if (choices.restore.has(key)) {
      if (isNew) return [endpoint, "add"];
      if (hasDeleted(definitions, code)) return [endpoint, "restore"];
    }
    if (isDecided(endpoint, removed.get(key)) || isDecided(endpoint, found?.kept)) {
      return [endpoint, "settled"];
    }
    if (isNew) {
      if (isSettled(endpoint)) return [endpoint, "settled"];
      if (isServed(endpoint) && !isThere(endpoint)) return [endpoint, "settled"];
      return [endpoint, isWhole() ? "add" : "unplaced"];
    }
    const decision = found?.input === input ? "same" : conditionOf(definitions, code);
    return [endpoint, choices.keep.has(key) ? "settled" : decision];
  }));
  const isChanging = wanted.losesEndpoints || [...decisions.values()].some(writes);
  if (!isChanging) return decisions;
  const models = new ModelChanges(record, generated, wanted.namedModels);
  return new Map([...decisions].map(([endpoint, decision]) => {
    const found = recorded.get(keyOf(endpoint));
    const updates = decision === "same" && found !== undefined && models.affect(endpoint, found) &&
      conditionOf(found.definitions, code) === "update";
    return [endpoint, updates ? "update" : decision];
  }));
}

const WRITING: ReadonlySet<Decision> = new Set([
  "add",
  "update",
  "replace",
  "restore",
]);

/** Reports whether a decision writes code. */
export function writes(decision: Decision): boolean {
  return WRITING.has(decision);
}

/** Returns the hash of a definition that answers requests; `undefined` if the code no longer has it. */
export type RouteSymbols = (definition: Pick<DefinitionRecord, "layer" | "name">) =>
  | string
  | undefined;

/** Looks up the definitions of a route's modules under their recorded names. */
export function routeSymbols(homes: RouteHomes, route: string, record: RouteRecord): RouteSymbols {
  let recorded: ReadonlySet<string> | undefined;
  return (definition) => {
    const { paths, found, isMoved } = homes.of(route);
    const { layer, name } = definition;
    recorded ??= new Set(isMoved ? allDefinitions(record).map(homeKey) : []);
    const key = homeKey(definition);
    if (recorded.has(key)) return found.get(key)?.hash;
    return layer === "mock" ? undefined : homes.symbolsIn(paths[layer]).get(name)?.symbol.hash;
  };
}

/** Reports whether people deleted code that answers requests. */
function hasDeleted(definitions: readonly DefinitionRecord[], code: RouteSymbols): boolean {
  return definitions.some((each) => answers(each.layer) && code(each) === undefined);
}

function conditionOf(
  definitions: readonly DefinitionRecord[],
  code: RouteSymbols,
): "update" | "edited" | "deleted" {
  const answering = definitions.filter(({ layer }) => answers(layer));
  const states = answering.map((each) => {
    const now = code(each);
    return { layer: each.layer, isThere: now !== undefined, isEdited: now !== each.hash };
  });
  if (states.some(({ layer, isThere }) => layer === "route" && !isThere)) return "deleted";
  return states.some(({ isEdited }) => isEdited) ? "edited" : "update";
}

/** Returns the new record of an endpoint. */
export function endpointRecord(
  endpoint: Endpoint,
  decision: Decision,
  earlier: EndpointRecord | undefined,
  definitions: readonly DefinitionRecord[],
): EndpointRecord {
  const wanted = endpointInput(endpoint);
  // A deleted endpoint is reported until someone decides about it.
  const input = decision === "deleted" ? earlier?.input ?? null : wanted;
  const kept = decision === "settled" ? wanted : null;
  // What a command added belongs to the spec as soon as the spec asks for something else.
  const origin = earlier?.input === wanted ? earlier.origin : "spec";
  const asked = input === wanted ? {} : { asked: wanted };
  return { ...endpointFacts(endpoint), origin, input, kept, ...asked, definitions };
}
