/** What decisions about the endpoints of a route depend on. */

import {
  allDefinitions,
  definitionKey,
  type DefinitionRecord,
  definitionsIn,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { answers } from "../../project/layout/layers.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import type { Choices } from "../plans/choices.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { endpointInput } from "../code/endpoint_input.ts";
import type { EndpointCase } from "./endpoint_case.ts";
import { type Following, followingOf } from "./following.ts";
import { GeneratedDefinitions } from "./generated_definitions.ts";
import type { NamedModels } from "./model_changes.ts";
import type { ShowsMock } from "./shown_mocks.ts";
import type { FindGained } from "./signatures.ts";
import type { FindUsedMember } from "./used_members.ts";

/**
 * What a run does with an endpoint to which the spec gives another method or path.
 *
 * - `keep`, `kept`: it stays as it is, by people's decision in this run or earlier
 * - `follow`: edits give its code the method or path
 * - `asked`: the same by people's decision, and the rest of their code stays
 * - `conflict`: its code could only follow by people's decision
 * - `open`: it is like any other endpoint of the spec, because no edit is needed or possible
 */
export type RespecifiedAs = "keep" | "kept" | "follow" | "asked" | "conflict" | "open";

/** The facts about an endpoint of the spec that its record in the route does not show. */
export type WantedCase = Pick<EndpointCase, "isRemoved" | "isServed" | "hasHandler"> & {
  /** Set if the spec gives it another method or path. */
  readonly as?: RespecifiedAs | undefined;
};

/** The endpoints that a spec wants for a route. */
export interface WantedRoute {
  readonly endpoints: readonly Endpoint[];
  readonly cases: ReadonlyMap<Endpoint, WantedCase>;
  /** The endpoint of each definition, by its key. */
  readonly owners: ReadonlyMap<string, Endpoint>;
  /** Reports whether the project has all recorded modules that a new endpoint goes into. */
  readonly isWhole: () => boolean;
  /** Whether the run removes endpoints that the spec no longer has from the route. */
  readonly losesEndpoints: boolean;
  readonly namedModels: NamedModels;
  /** Returns the names of the models that an endpoint shares with an earlier one. */
  readonly sharedModels: (endpoint: Endpoint) => readonly string[];
  readonly usedMember: FindUsedMember;
  readonly gained: FindGained;
  readonly showsMock: ShowsMock;
  /**
   * Lists the generated definitions. Computed on demand, because their hashes are rarely needed.
   */
  readonly definitions: () => readonly DefinitionRecord[];
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
    recorded ??= new Set(isMoved ? allDefinitions(record).map(definitionKey) : []);
    const key = definitionKey(definition);
    if (recorded.has(key)) return found.get(key)?.hash;
    return layer === "mock" ? undefined : homes.symbolsIn(paths[layer]).get(name)?.symbol.hash;
  };
}

/** What the decision about an endpoint depends on, besides the endpoint. */
export interface RouteFacts {
  readonly wanted: WantedRoute;
  /** Returns the recorded hashes of the models of the route by name. */
  readonly models: () => ReadonlyMap<string, string>;
  readonly code: RouteSymbols;
  readonly generated: GeneratedDefinitions;
  readonly choices: Choices;
}

/** Collects the facts about a route. */
export function routeFacts(
  wanted: WantedRoute,
  record: RouteRecord,
  code: RouteSymbols,
  choices: Choices,
): RouteFacts {
  let models: ReadonlyMap<string, string> | undefined;
  return {
    wanted,
    models: () => models ??= definitionsIn(record, "model"),
    code,
    generated: new GeneratedDefinitions(wanted.definitions, wanted.owners),
    choices,
  };
}

/** Reports whether the spec did not change since an endpoint was generated. */
export function isSame(
  endpoint: Endpoint,
  { input, definitions }: EndpointRecord,
  { generated }: RouteFacts,
): boolean {
  return input === null ? generated.include(definitions) : input === endpointInput(endpoint);
}

/** Decides how an endpoint can follow the spec beside the edits of people. */
export function followingIn(
  { wanted: { sharedModels, namedModels, usedMember, gained, showsMock }, models, code, generated }:
    RouteFacts,
  endpoint: Endpoint,
  recorded: EndpointRecord,
): Following {
  const { definitions } = recorded;
  const wanted = sharedModels(endpoint);
  const own = new Set(definitions.map(definitionKey));
  // An edited model stays the model of all endpoints that use it.
  const used = definitions.filter(({ layer }) => answers(layer))
    .flatMap((each) => [...namedModels.inProject(each)]);
  const shared = [...new Set([...wanted, ...used])].flatMap((name): readonly DefinitionRecord[] => {
    const hash = models().get(name);
    const model = { layer: "model", name } as const;
    return hash === undefined || own.has(definitionKey(model)) ? [] : [{ ...model, hash }];
  });
  return followingOf(endpoint, {
    recorded: [...definitions, ...shared],
    wanted: () => [...generated.of(endpoint), ...generated.modelsNamed(wanted)],
    now: code,
    usedMember,
    gained,
    showsMock: () => showsMock(recorded),
  });
}
