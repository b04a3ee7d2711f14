/** Lets the rest of an endpoint follow the spec if people keep only what they edited of its models. */

import { answers } from "../../project/layout/layers.ts";
import {
  definitionKey,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
  withDefinitions,
} from "../../project/records/route_record.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import type { Choices } from "../plans/choices.ts";
import { hasCode } from "./generated_definitions.ts";
import {
  followingIn,
  isSame,
  type RouteFacts,
  routeFacts,
  type RouteSymbols,
  type WantedRoute,
} from "./route_facts.ts";

/** The hashes of models, by the keys of their definitions, as they are recorded from now on. */
export type KeptModels = ReadonlyMap<string, string>;

/**
 * Finds the models of which people keep the members that they edited, although the spec changes them. From
 * then on, their record has these members as the spec wants them: an edited member that does not
 * change asks nobody.
 *
 * @returns The models, and the other choices: those that these models settle are done.
 */
export function keptModels(
  wanted: WantedRoute,
  record: RouteRecord,
  code: RouteSymbols,
  choices: Choices,
): { readonly models: KeptModels; readonly choices: Choices } {
  if (choices.keep.size === 0) return { models: new Map(), choices };
  const facts = routeFacts(wanted, record, code, choices);
  const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), each]));
  const models = new Map<string, string>();
  const settled = new Set<string>();
  for (const endpoint of wanted.endpoints) {
    const key = keyOf(endpoint);
    const known = choices.keep.has(key) ? recorded.get(key) : undefined;
    const { isRemoved = false, as } = wanted.cases.get(endpoint) ?? {};
    if (known === undefined || !hasCode(known) || isRemoved || as === "keep") continue;
    if (isSame(endpoint, known, facts)) continue;
    const following = followingIn(facts, endpoint, known);
    const kept = following.as === "edited" ? following.by?.kept : undefined;
    if (kept === undefined) continue;
    for (const each of kept) models.set(definitionKey(each), each.hash);
    if (hasOtherCode(facts, endpoint, known, models)) settled.add(key);
  }
  return { models, choices: { ...choices, keep: choices.keep.difference(settled) } };
}

/** Reports whether the spec changes more of an endpoint's code than its test and the kept members. */
function hasOtherCode(
  { generated, wanted, models }: RouteFacts,
  endpoint: Endpoint,
  { definitions }: EndpointRecord,
  kept: KeptModels,
): boolean {
  const own = new Map(definitions.map((each) => [definitionKey(each), each.hash]));
  const shared = generated.modelsNamed(wanted.sharedModels(endpoint));
  return [...generated.of(endpoint), ...shared].some((each) => {
    const { layer, name, hash } = each;
    const key = definitionKey(each);
    const isModel = layer === "model";
    const known = kept.get(key) ?? (isModel ? models().get(name) : own.get(key));
    return (isModel || answers(layer)) && known !== hash;
  });
}

/** Returns a record with the models as they are recorded from now on. */
export function withKeptModels(record: RouteRecord, models: KeptModels): RouteRecord {
  if (models.size === 0) return record;
  return withDefinitions(record, (each) => {
    const hash = models.get(definitionKey(each));
    return hash === undefined ? each : { ...each, hash };
  });
}
