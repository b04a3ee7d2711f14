/** Finds the models that endpoints keep under names that the spec gives to other endpoints. */

import { answers } from "../../project/layout/layers.ts";
import {
  definitionKey,
  type DefinitionRecord,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { type EndpointAction, writes } from "./action.ts";
import type { RouteSymbols, WantedRoute } from "./route_facts.ts";

/** A route whose endpoints were decided about. */
export interface ClaimingRoute extends Pick<WantedRoute, "owners" | "definitions"> {
  readonly record: Pick<RouteRecord, "endpoints">;
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** Looks up a definition of the route's modules. */
  readonly symbols: RouteSymbols;
  /** Whether the run removes endpoints that the spec no longer has from the route. */
  readonly losesEndpoints: boolean;
}

/**
 * Returns the names that models of written endpoints cannot have: an endpoint that stays as it is has
 * a model of that name, with other code. Its requests must be checked as before.
 */
export function claimedModels(route: ClaimingRoute): ReadonlySet<string> {
  const { owners, definitions, record: { endpoints }, actions, symbols } = route;
  const written = new Set([...actions].flatMap(([each, action]) => writes(action) ? [each] : []));
  if (written.size === 0) return new Set();
  const given = endpoints.flatMap((each) =>
    each.definitions.filter((model) => {
      const owner = model.layer === "model" ? owners.get(definitionKey(model)) : undefined;
      return owner !== undefined && written.has(owner) && keyOf(owner) !== endpointKey(each);
    }).map((model) => [each, model] as const)
  );
  if (given.length === 0) return new Set();
  const hashes = new Map(definitions().map((each) => [definitionKey(each), each.hash]));
  const wanted = new Map([...actions.keys()].map((each) => [keyOf(each), each]));
  const stays = (each: EndpointRecord) => {
    const endpoint = wanted.get(endpointKey(each));
    return endpoint === undefined ? staysUnwanted(each, route) : !written.has(endpoint);
  };
  const isOther = (model: DefinitionRecord) =>
    hashes.get(definitionKey(model)) !== model.hash && symbols(model) !== undefined;
  return new Set(given.flatMap(([each, model]) => isOther(model) && stays(each) ? model.name : []));
}

/** Reports whether an endpoint stays that the spec does not have. A run never removes edited code. */
function staysUnwanted(
  { origin, definitions }: EndpointRecord,
  { losesEndpoints, symbols }: ClaimingRoute,
): boolean {
  return !losesEndpoints || origin === "command" ||
    definitions.some((each) => answers(each.layer) && symbols(each) !== each.hash);
}
