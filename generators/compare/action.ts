/** Decides what `generate api` does with each endpoint. */

import {
  definitionKey,
  type DefinitionRecord,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { answers } from "../../project/layout/layers.ts";
import { isRequestModel } from "../code/parameter_models.ts";
import type { Choices } from "../plans/choices.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { isDecided } from "../code/endpoint_input.ts";
import type { ChangedModel } from "./changed_models.ts";
import type { RespecifiedCase } from "./endpoint_case.ts";
import type { HeldBy } from "./following.ts";
import { hasCode } from "./generated_definitions.ts";
import { ModelChanges } from "./model_changes.ts";
import {
  followingIn,
  isSame,
  type RespecifiedAs,
  type RouteFacts,
  routeFacts,
  type RouteSymbols,
  type WantedRoute,
} from "./route_facts.ts";

/** The ways in which code is written. */
export type Writing = "add" | "update" | "replace" | "restore";

/**
 * The reason of an action.
 *
 * - `new`: it was never generated
 * - `there`: its code is there already, so that only its record is missing
 * - `input`: the spec's input differs from the recorded one
 * - `models`: other endpoints of the route changed the names of its models
 * - `asked`: people asked for the spec's code, or for the parts that they deleted
 * - `same`: it was generated from the same input
 * - `edited`: the spec's input differs, but people edited or wrote the code
 * - `deleted`: people deleted it
 * - `keep`: people decide in this run that it need not follow the spec
 * - `kept`: they decided so earlier
 * - `removed`: they removed it with a command
 * - `served`: their own code serves it
 * - `unplaced`: it is new, but people moved or deleted a module that it would be added to
 * - `dropped`: an earlier spec had it
 * - `beside`: a command made it
 */
export type Reason =
  | "new"
  | "there"
  | "input"
  | "models"
  | "asked"
  | "same"
  | "edited"
  | "deleted"
  | "keep"
  | "kept"
  | "removed"
  | "served"
  | "unplaced"
  | "dropped"
  | "beside";

/** What a run does with an endpoint. */
export interface EndpointAction {
  /** `respecify` gives it the method or path that the spec has now. */
  readonly kind: "leave" | Writing | "respecify" | "remove";
  readonly reason: Reason;
  /** The way in which its code is written; `null` if none of it is generated again. */
  readonly writing: Writing | null;
  /** The reason why its code could not be written, for people. */
  readonly problem?: string;
  /** The models that change below code that people edited and that stays. Set only if there is such code. */
  readonly models?: readonly ChangedModel[];
  /** The members of models that stay as people edited them, such as `OrdersBody.sku`. */
  readonly members?: readonly string[];
  /** The parameters that methods get whose bodies people wrote. */
  readonly gained?: readonly string[];
  /** The keys of the definitions that stay as they are, because people's code calls them. */
  readonly left?: ReadonlySet<string>;
  /** Whether code of people answers, so that another mock is only an example. */
  readonly hasOwnAnswer?: boolean;
  /** What people edited so that the endpoint is left. */
  readonly heldBy?: HeldBy;
  /** The keys of the edited definitions that people asked to replace; all of them by default. */
  readonly replaced?: ReadonlySet<string>;
  /** Whether clients would see what people's edits keep from following. */
  readonly isContract?: boolean;
}

/** Leaves an endpoint as it is. */
export function leave(reason: Reason, problem?: string): EndpointAction {
  return { kind: "leave", reason, writing: null, ...(problem !== undefined && { problem }) };
}

/** Writes the code of an endpoint. */
export function write(writing: Writing, reason: Reason): EndpointAction {
  return { kind: writing, reason, writing };
}

/** Decides about a recorded endpoint that the spec does not have. */
export function unwantedAction({ origin }: EndpointRecord, prune: boolean): EndpointAction {
  if (origin === "command") return leave("beside");
  return prune ? { kind: "remove", reason: "dropped", writing: null } : leave("dropped");
}

/**
 * Decides about an endpoint to which the spec gives another method or path than its handler has.
 *
 * @param isHeld Whether it follows only by people's decision.
 * @param canFollow Whether edits can make its handler follow.
 */
export function respecifiedAs(
  { wanted }: RespecifiedCase,
  isHeld: boolean,
  canFollow: boolean,
  { keep, replace, conflicts }: Choices,
): RespecifiedAs {
  const key = keyOf(wanted);
  if (canFollow && !isHeld) return keep.has(key) ? "keep" : "follow";
  const decision = keep.has(key) ? "keep" : replace.has(key) ? "replace" : conflicts;
  if (decision === "keep") return "keep";
  return canFollow && decision === "replace" ? "asked" : "conflict";
}

/**
 * Decides what to do with each endpoint of a route.
 *
 * @param record The route's record, with the methods and paths that the spec has now.
 * @param code Looks up a definition of the route's modules. Not called for a spec that did not change.
 */
export function routeActions(
  wanted: WantedRoute,
  record: RouteRecord,
  code: RouteSymbols,
  choices: Choices,
): ReadonlyMap<Endpoint, EndpointAction> {
  const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), each]));
  const facts = routeFacts(wanted, record, code, choices);
  const actions = new Map(
    wanted.endpoints.map((each) =>
      [each, actionFor(each, recorded.get(keyOf(each)), facts)] as const
    ),
  );
  if (!wanted.losesEndpoints && ![...actions.values()].some(writes)) return actions;
  const changes = new ModelChanges(record, facts.generated, wanted.namedModels);
  const affected = new Map([...actions].flatMap(([endpoint, { reason }]) => {
    const found = recorded.get(keyOf(endpoint));
    return reason === "same" && found !== undefined && changes.affect(endpoint, found)
      ? [[endpoint, followingIn(facts, endpoint, found)] as const]
      : [];
  }));
  const split = new Map(
    [...affected.values()].flatMap((each) =>
      each.as === "edited" && each.by?.held.layer === "model" ? [[each.by.held.name, each.by]] : []
    ),
  );
  const owned = modelsOfEdited(actions, facts);
  return new Map([...actions].map(([endpoint, action]) => {
    // The model of an endpoint whose spec did not change cannot change with another one, and an edited
    // endpoint keeps the models that it shares.
    const held = (action.models ?? []).map(({ name }) => ({ name, heldBy: split.get(name) }));
    if (action.writing === "update") {
      held.push(...wanted.sharedModels(endpoint).map((name) => ({ name, heldBy: owned(name) })));
    }
    for (const { name, heldBy } of held) {
      if (heldBy === undefined) continue;
      return [endpoint, { ...leave("edited"), heldBy, isContract: isRequestModel(name) }];
    }
    if (affected.get(endpoint)?.as !== "whole") return [endpoint, action];
    return [endpoint, { ...action, ...write("update", "models"), kind: kindOf(action, "update") }];
  }));
}

/** Returns a function that finds the edit because of which the owner of a model keeps it as it is. */
function modelsOfEdited(
  actions: ReadonlyMap<Endpoint, EndpointAction>,
  { generated, models }: RouteFacts,
): (name: string) => HeldBy | undefined {
  const owned = new Map(
    [...actions].flatMap(([endpoint, { reason, heldBy }]) =>
      reason === "edited" && heldBy !== undefined
        ? [...generated.models(endpoint)].map((name) => [name, heldBy] as const)
        : []
    ),
  );
  return (name) => {
    const heldBy = owned.get(name);
    if (heldBy === undefined) return undefined;
    const [asked] = generated.modelsNamed([name]);
    const known = models().get(name);
    // A model that the project lacks is added for the endpoints that need it.
    return known === undefined || asked?.hash === known ? undefined : heldBy;
  };
}

/** Reports whether an action generates code again. */
export function writes({ writing }: EndpointAction): boolean {
  return writing !== null;
}

function kindOf({ kind }: EndpointAction, writing: Writing): EndpointAction["kind"] {
  return kind === "respecify" ? kind : writing;
}

function actionFor(
  endpoint: Endpoint,
  record: EndpointRecord | undefined,
  facts: RouteFacts,
): EndpointAction {
  const as = facts.wanted.cases.get(endpoint)?.as;
  if (as === "keep" || as === "kept") return leave(as);
  if (as === "conflict") return leave("edited");
  const action = ownAction(endpoint, record, as === "asked" ? withoutChoices(facts) : facts);
  const isRespecified = as === "follow" || as === "asked" ||
    as === "open" && action.writing === "add";
  return isRespecified ? { ...action, kind: "respecify" } : action;
}

/** The choice to replace or keep a handler that follows the spec has taken effect. */
function withoutChoices({ choices, ...rest }: RouteFacts): RouteFacts {
  return { ...rest, choices: { ...choices, keep: new Set(), replace: new Set() } };
}

function ownAction(
  endpoint: Endpoint,
  record: EndpointRecord | undefined,
  facts: RouteFacts,
): EndpointAction {
  const { wanted, code, generated, choices: { keep, replace, restore } } = facts;
  const key = keyOf(endpoint);
  const { isRemoved = false, isServed = () => false, hasHandler = () => false } =
    wanted.cases.get(endpoint) ?? {};
  if (record === undefined || !hasCode(record)) {
    if (replace.has(key) || restore.has(key)) return write("add", "new");
    if (isRemoved) return leave("removed");
    if (isDecided(endpoint, record?.kept)) return leave(keep.has(key) ? "keep" : "kept");
    const isThere = () => generated.answering(endpoint).every((each) => code(each) === each.hash);
    if (isServed() && !isThere()) return leave(keep.has(key) ? "keep" : "served");
    if (!wanted.isWhole()) return leave("unplaced");
    return write("add", isServed() ? "there" : "new");
  }
  const { definitions, kept } = record;
  if (replace.has(key)) return replacing(endpoint, record, facts);
  if (restore.has(key) && hasDeleted(definitions, code)) return write("restore", "asked");
  if (isRemoved) return leave("removed");
  if (isDecided(endpoint, kept)) return leave(keep.has(key) ? "keep" : "kept");
  if (keep.has(key)) return leave("keep");
  if (isSame(endpoint, record, facts)) return leave("same");
  const following = followingIn(facts, endpoint, record);
  switch (following.as) {
    case "whole":
      return write("update", "input");
    case "parts": {
      const { as: _, ...kept } = following;
      return { ...write("update", "input"), ...kept };
    }
    case "edited": {
      const { by, isContract } = following;
      return { ...leave("edited"), ...(by && { heldBy: by }), isContract };
    }
    case "deleted":
      return hasHandler()
        ? { ...leave("edited"), isContract: following.isContract }
        : leave("deleted");
  }
}

/**
 * Replaces the code of an endpoint that people edited. If the spec changed, only what must change for it is
 * replaced: people were not asked about the rest.
 */
function replacing(endpoint: Endpoint, record: EndpointRecord, facts: RouteFacts): EndpointAction {
  const action = write("replace", "asked");
  if (isSame(endpoint, record, facts)) return action;
  const following = followingIn(facts, endpoint, record);
  if (following.as === "parts") return { ...action, models: following.models };
  if (following.as !== "edited" || following.by === undefined) return action;
  const { models, by: { all } } = following;
  // The handler makes the location of a created item from what the methods below it return.
  const isWhole = endpoint.created !== null && all.some(({ layer }) => layer === "route");
  return isWhole ? action : { ...action, models, replaced: new Set(all.map(definitionKey)) };
}

/** Reports whether people deleted code that answers requests. */
function hasDeleted(definitions: readonly DefinitionRecord[], code: RouteSymbols): boolean {
  return definitions.some((each) => answers(each.layer) && code(each) === undefined);
}
