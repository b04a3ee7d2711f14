/** Finds the texts in a document that a spec does not have. They change no request and no response. */

import type { Json } from "../core/json.ts";
import type { DroppedKind } from "./dropped_kinds.ts";

/** A text that a spec does not have. */
export interface DroppedText {
  readonly kind: DroppedKind;
  /** The text; empty for an object. */
  readonly name: string;
  /** Offset in its file. */
  readonly at: number;
}

type Kinds = ReadonlyMap<string, DroppedKind>;

/** The texts about operations, path items, parameters and responses. */
const TEXTS: Kinds = new Map([
  ["summary", "summary"],
  ["description", "description"],
  ["deprecated", "mark of deprecation"],
  ["externalDocs", "link to documentation"],
]);

/** The texts about a whole API. A spec has the description. */
const ABOUT: Kinds = new Map([
  ["title", "title"],
  ["version", "version"],
  ["summary", "summary"],
  ["contact", "contact"],
  ["license", "license"],
  ["termsOfService", "link to terms"],
]);

/** Returns the texts about an operation, or about a part of one. */
export function droppedTexts(json: Json): readonly DroppedText[] {
  return textsOf(json, TEXTS);
}

/** Returns the texts about a whole API. */
export function droppedTextsAbout(info: Json): readonly DroppedText[] {
  return textsOf(info, ABOUT);
}

function textsOf(json: Json, kinds: Kinds): readonly DroppedText[] {
  if (json.kind !== "object") return [];
  return json.members.flatMap(({ key, at, value }) => {
    const isOther = key.startsWith("x-") && key !== "x-layerwright";
    const kind = kinds.get(key) ?? (isOther ? "x- extension" : null);
    if (kind === null || value.kind === "boolean" && !value.value) return [];
    return [{ kind, name: value.kind === "string" ? value.value : "", at }];
  });
}
