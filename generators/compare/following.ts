/** Decides how the code of an endpoint can follow a changed spec beside the edits of people. */

import { answers } from "../../project/layout/layers.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import type { FindGained } from "./signatures.ts";
import type { FindUsedMember } from "./used_members.ts";
import {
  BODY,
  changedParts,
  haveSameHead,
  HEAD,
  type MemberChanges,
  memberChanges,
  mergeParts,
  withPartsOf,
} from "../../python/definition_hash.ts";
import { ERRORS } from "../../python/definition_parts.ts";
import type { ChangedModel } from "./changed_models.ts";
import { isParametersName, isRequestModel } from "../code/parameter_models.ts";
import type { Endpoint } from "../code/endpoint.ts";

/** The definitions of an endpoint and the models that it shares with others. */
export interface EndpointDefinitions {
  /** As they were written. */
  readonly recorded: readonly DefinitionRecord[];
  /** As the spec wants them. Called only if people edited one, because hashes take time. */
  readonly wanted: () => readonly DefinitionRecord[];
  /** Returns the hash of a definition in the code; `undefined` if people deleted the definition. */
  readonly now: (definition: DefinitionRecord) => string | undefined;
  readonly usedMember: FindUsedMember;
  readonly gained: FindGained;
  /** Reports whether the code still answers with the mock. */
  readonly showsMock: () => boolean;
}

/** What keeps an endpoint from following the spec. */
export interface HeldBy {
  /** The edited definition that must change. */
  readonly held: DefinitionRecord;
  /** The member of a model that must change. */
  readonly member?: string | undefined;
  /** All edited definitions that must change, with the first one. */
  readonly all: readonly DefinitionRecord[];
  /**
   * The definitions as they are recorded if people keep the members that they edited, so that the rest can
   * follow. Set if all of them are models.
   */
  readonly kept?: readonly DefinitionRecord[];
}

/** An edited definition that must change. */
interface Held extends Pick<HeldBy, "held" | "member"> {
  /** The definition as it is recorded if people keep what they edited; absent if nothing of it can follow. */
  readonly kept?: DefinitionRecord;
}

/** How the code of an endpoint follows the spec. */
export type Following =
  /** All of it, because people edited none of it. */
  | { readonly as: "whole" }
  /** What people did not edit. The rest can stay as it is. */
  | {
    readonly as: "parts";
    /** The models that change. */
    readonly models: readonly ChangedModel[];
    /** The members of models that people edited and that stay, such as `OrdersBody.sku`. */
    readonly members: readonly string[];
    /** The parameters that methods get whose bodies people wrote. */
    readonly gained: readonly string[];
    /** The keys of the definitions that stay as they are, because people's code calls them. */
    readonly left: ReadonlySet<string>;
    /** Whether code of people answers, so that another mock is only an example. */
    readonly hasOwnAnswer: boolean;
  }
  /** Not at all, because people edited what must change, or because nothing else changes. */
  | {
    readonly as: "edited";
    /** What must change; absent if nothing else changes. */
    readonly by?: HeldBy;
    /** The models that would change. */
    readonly models: readonly ChangedModel[];
    /** Whether clients would see what does not follow: the handler or a model of the query or the body must change. */
    readonly isContract: boolean;
  }
  /** Not at all, because people deleted its handler, or made it another function. */
  | { readonly as: "deleted"; readonly isContract: boolean };

/**
 * Decides how the code of an endpoint follows the spec. An edited handler holds the endpoint if the
 * handler must change, such as for another status. A model follows member by member, unless people edited
 * a member that must change: clients would notice that it did not. An edited method keeps its body,
 * because a mock is only an example, but its signature must be as the spec wants it. It can get further
 * parameters. The repository stays then, because people's code calls it.
 */
export function followingOf(
  { created }: Pick<Endpoint, "created">,
  { recorded, wanted, now, usedMember, gained, showsMock }: EndpointDefinitions,
): Following {
  const hashes = new Map(recorded.map((each) => [each, now(each)]));
  let found: ReadonlyMap<string, DefinitionRecord> | undefined;
  const asked = () => found ??= new Map(wanted().map((each) => [definitionKey(each), each]));
  const compared = recorded.map((each): ComparedDefinition => ({
    record: each,
    now: hashes.get(each),
    wanted: () => asked().get(definitionKey(each))?.hash,
  }));
  const isContract = () => compared.some((each) => isOfContract(each.record) && changes(each));
  if (recorded.some((each) => each.layer === "route" && hashes.get(each) === undefined)) {
    return { as: "deleted", isContract: isContract() };
  }
  const edited = recorded.filter((each) => {
    const hash = hashes.get(each);
    return hash !== each.hash && (answers(each.layer) || hash !== undefined);
  });
  const known = new Map(recorded.map((each) => [definitionKey(each), each.hash]));
  // The location of a created item needs what the method returns.
  const gainedBy: FindGained = (each) => created === null ? gained(each) : null;
  const all = compared.flatMap((each) => heldBy(each, usedMember, gainedBy) ?? []);
  const [first] = all;
  if (first !== undefined) {
    const { held, member } = first;
    const kept = all.flatMap(({ kept }) => kept ?? []);
    const by = {
      held,
      member,
      all: all.map(({ held }) => held),
      ...(kept.length === all.length && { kept }),
    };
    return { as: "edited", by, models: changedModels(asked(), known), isContract: isContract() };
  }
  if (edited.every(({ layer }) => layer === "test" || layer === "mock")) return { as: "whole" };
  const callsOwn = edited.some(({ layer }) => layer === "service");
  const called = recorded.filter(({ layer }) => callsOwn && layer === "repository");
  const left = new Set(called.map(definitionKey));
  const own = edited.filter(({ layer }) => layer !== "model");
  const keys = new Set([...own.map(definitionKey), ...left]);
  const changing = [...asked()].filter(([key, { hash }]) =>
    !keys.has(key) && known.get(key) !== hash
  ).map(([, each]) => each);
  // The location of a created item needs the item's id, which an edited method may not return.
  const isUnsafe = created !== null && edited.some(({ layer }) => answers(layer)) &&
    changing.some(({ layer }) => layer === "route");
  // If an edited handler answers without the method below it, another mock alone changes nothing.
  const isOwnAnswer = edited.some(({ layer }) => layer === "route") &&
    !changing.some(({ layer, name }) => layer === "model" && isRequestModel(name)) && !showsMock();
  const isNothing = isOwnAnswer || changing.every(({ layer }) => layer === "mock");
  if (isUnsafe || isNothing && !compared.some(errorsFollow)) {
    return { as: "edited", models: [], isContract: isUnsafe && isContract() };
  }
  // Only handlers use the models of parameters.
  const isOwnHandler = own.some(({ layer }) => layer === "route");
  const models = changedModels(asked(), known)
    .filter(({ name }) => isOwnHandler || !isParametersName(name));
  const hasOwnAnswer = !changing.some(({ layer }) => layer === "service");
  return {
    as: "parts",
    models,
    members: compared.flatMap(keptMembers),
    gained: own.flatMap((each) => each.layer === "service" ? gainedBy(each) ?? [] : []),
    left,
    hasOwnAnswer,
  };
}

/** Returns the models that a spec changes, by the hashes of what was written. */
function changedModels(
  asked: ReadonlyMap<string, DefinitionRecord>,
  known: ReadonlyMap<string, string>,
): readonly ChangedModel[] {
  return [...asked].flatMap(([key, { layer, name, hash }]) =>
    layer !== "model" || known.get(key) === hash
      ? []
      : [{ name, before: known.get(key), after: hash }]
  );
}

/** Reports whether clients may see a change of a definition: a status, or what a query or a body must have. */
function isOfContract({ layer, name }: DefinitionRecord): boolean {
  return layer === "route" || layer === "model" && isRequestModel(name);
}

/** A definition as it was written, in the code, and as the spec wants it. */
interface ComparedDefinition {
  readonly record: DefinitionRecord;
  /** Its hash in the code; `undefined` if people deleted it. */
  readonly now: string | undefined;
  readonly wanted: () => string | undefined;
}

/**
 * Reports whether the spec changes a definition. People may have given a handler its new decorator and
 * signature themselves, so that only its body counts. Its errors can follow by themselves.
 */
function changes({ record, now, wanted }: ComparedDefinition): boolean {
  const { layer, hash } = record;
  const asked = wanted();
  if (asked === hash) return false;
  if (layer !== "route" || now === undefined || asked === undefined) return true;
  const isChanged = changedParts(hash, asked);
  return isChanged(BODY) || isChanged(HEAD) && !haveSameHead(asked, now) ||
    isChanged(ERRORS) && !errorsFollow({ record, now, wanted }) && changedParts(now, asked)(ERRORS);
}

/** Reports whether the spec changes the documented errors of a handler, and people did not. */
function errorsFollow({ record: { layer, hash }, now, wanted }: ComparedDefinition): boolean {
  const asked = wanted();
  return layer === "route" && now !== undefined && asked !== undefined &&
    changedParts(hash, asked)(ERRORS) && !changedParts(hash, now)(ERRORS);
}

/** Returns what keeps an endpoint from following the spec in one of its definitions; `null` if nothing does. */
function heldBy(
  { record, now, wanted }: ComparedDefinition,
  usedMember: FindUsedMember,
  gained: FindGained,
): Held | null {
  const { layer, hash } = record;
  switch (layer) {
    case "route":
      return now === hash || !changes({ record, now, wanted }) ? null : { held: record };
    case "model":
      return heldModel({ record, now, wanted }, usedMember);
    case "service":
    case "repository":
      return now === hash || now !== undefined && canHaveHead({ record, now, wanted }, gained)
        ? null
        : { held: record };
    case "test":
    case "mock":
      return null;
  }
}

/**
 * Reports whether an edited method has the signature that the spec wants, or can get it. People may have
 * changed the signature first, and `rename` changes names in edited code.
 */
function canHaveHead({ record, now, wanted }: ComparedDefinition, gained: FindGained): boolean {
  const asked = wanted();
  if (asked === undefined || now === undefined) return false;
  return [record.hash, now].some((each) => haveSameHead(asked, each)) ||
    haveSameHead(now, record.hash) && gained(record) !== null;
}

function heldModel(
  { record, now, wanted }: ComparedDefinition,
  usedMember: FindUsedMember,
): Held | null {
  const { hash } = record;
  // A model that people deleted is written again if it is needed.
  if (now === undefined) return null;
  const used = (hash: string) =>
    usedMember({ ...record, hash }, () => changesOf(hash, wanted() ?? hash));
  const theirs = now === hash ? hash : wanted();
  if (theirs === undefined) return { held: record, member: used(hash) };
  const isSame = theirs === hash || theirs === now;
  const conflicts = isSame ? [] : mergeParts(hash, now, theirs).conflicts;
  const [member = used(hash)] = conflicts;
  if (member === undefined) return null;
  const kept = withPartsOf(hash, theirs, conflicts);
  const isHeld = conflicts.length === 0 || used(kept) !== undefined ||
    mergeParts(kept, now, theirs).conflicts.length > 0;
  return { held: record, member, ...(!isHeld && { kept: { ...record, hash: kept } }) };
}

/** A model of another kind has no `root` any more, or gets one. */
function changesOf(before: string, after: string): MemberChanges {
  const changes = memberChanges(before, after);
  const { lost, changed } = changes;
  const isOther = changed.size > 0 && !haveSameHead(before, after);
  return isOther ? { ...changes, lost: [...lost, "root"] } : changes;
}

/** Names the members of a model that stay as people edited them, such as `OrdersBody.sku`. */
function keptMembers({ record, now, wanted }: ComparedDefinition): readonly string[] {
  const { layer, name, hash } = record;
  const theirs = now === hash || layer !== "model" ? undefined : wanted();
  if (now === undefined || theirs === undefined) return [];
  return mergeParts(hash, now, theirs).kept.map((part) => memberName(name, part));
}

/** Returns the name of a part of a model: `OrdersBody.sku` or, if it is no member, `OrdersBody`. */
export function memberName(model: string, part: string): string {
  return part === HEAD || part === BODY ? model : `${model}.${part}`;
}
