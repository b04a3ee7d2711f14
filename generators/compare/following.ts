/** Decides how the code of an endpoint can follow a changed spec beside the edits of people. */

import { answers } from "../../project/layout/layers.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import { haveSameHead } from "../../python/symbols.ts";
import type { Endpoint } from "../code/endpoint.ts";

/** The definitions of an endpoint and the models that it shares with others. */
export interface EndpointDefinitions {
  /** As they were written. */
  readonly recorded: readonly DefinitionRecord[];
  /** As the spec wants them. Called only if people edited one, because hashes take time. */
  readonly wanted: () => readonly DefinitionRecord[];
  /** Returns the hash of a definition in the code; `undefined` if people deleted the definition. */
  readonly now: (definition: DefinitionRecord) => string | undefined;
  /** Reports whether people's methods in a model use a member that the spec removes. */
  readonly losesMember: (model: DefinitionRecord) => boolean;
}

/** How the code of an endpoint follows the spec. */
export type Following =
  /** All of it, because people edited none of it. */
  | { readonly as: "whole" }
  /** What people did not edit. The rest can stay as it is. */
  | {
    readonly as: "parts";
    /** The names of the models that change. */
    readonly models: readonly string[];
  }
  /** Not at all, because people edited what must change, or because nothing else changes. */
  | {
    readonly as: "edited";
    /** The edited definition that must change; absent if nothing else changes. */
    readonly held?: DefinitionRecord;
  }
  /** Not at all, because people deleted its handler. */
  | { readonly as: "deleted" };

/**
 * Decides how the code of an endpoint follows the spec. An edited handler answers in its own way, so
 * nothing below it changes. An edited model cannot change, and clients would notice that it did not.
 * An edited method keeps its body, because a mock is only an example, but its signature must be as
 * the spec wants it.
 */
export function followingOf(
  { created }: Pick<Endpoint, "created">,
  { recorded, wanted, now, losesMember }: EndpointDefinitions,
): Following {
  const hashes = new Map(recorded.map((each) => [each, now(each)]));
  if (recorded.some((each) => each.layer === "route" && hashes.get(each) === undefined)) {
    return { as: "deleted" };
  }
  const edited = recorded.filter((each) => {
    const hash = hashes.get(each);
    if (each.layer === "model" && losesMember(each)) return true;
    return answers(each.layer) ? hash !== each.hash : hash !== undefined && hash !== each.hash;
  });
  if (edited.every(({ layer }) => layer === "test" || layer === "mock")) return { as: "whole" };
  const asked = new Map(wanted().map((each) => [definitionKey(each), each]));
  const held = edited.find((each) =>
    isHeld(each, hashes.get(each), asked.get(definitionKey(each))?.hash)
  );
  if (held !== undefined) return { as: "edited", held };
  const known = new Map(recorded.map((each) => [definitionKey(each), each.hash]));
  const keys = new Set(edited.map(definitionKey));
  const changing = [...asked].filter(([key, { hash }]) => !keys.has(key) && known.get(key) !== hash)
    .map(([, each]) => each);
  // The location of a created item needs the item's id, which an edited method may not return.
  const isUnsafe = created !== null && changing.some(({ layer }) => layer === "route");
  if (isUnsafe || changing.every(({ layer }) => layer === "mock")) return { as: "edited" };
  const models = changing.filter(({ layer }) => layer === "model").map(({ name }) => name);
  return { as: "parts", models };
}

/** Reports whether the edit of a definition keeps its endpoint from following the spec. */
function isHeld(
  { layer, hash }: DefinitionRecord,
  now: string | undefined,
  wanted: string | undefined,
): boolean {
  if (now === undefined) return true;
  switch (layer) {
    case "route":
      return true;
    case "model":
      return wanted !== hash && wanted !== now;
    case "service":
    case "repository":
      // People may have changed the signature first, and `rename` changes names in edited code.
      return wanted === undefined || ![hash, now].some((each) => haveSameHead(wanted, each));
    case "test":
    case "mock":
      return false;
  }
}
