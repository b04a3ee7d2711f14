/**
 * Reads and writes the state of a mock as JSON text. Everything in it is checked, because people
 * may edit it, and it may come from a stranger.
 */

import {
  type Json,
  jsonDepth,
  type JsonObject,
  JsonSyntaxError,
  memberValue,
  withoutRepeatedKeys,
} from "../core/json.ts";
import { jsonNesting } from "../core/json_nesting.ts";
import { decodeJsonText, tryToParseJson } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { findMockProblems, MAX_MOCK_DEPTH } from "../spec/mock.ts";
import { PARAMETER_TYPES } from "../spec/spec_path.ts";
import { Collection } from "./collection.ts";
import { type IdRule, jsonIdKey } from "./item_id.ts";
import { MAX_CHARACTERS, MAX_COLLECTIONS, MAX_ITEMS } from "./mock_state.ts";

/** The member that marks the text as a state. Its value is the version of the format. */
const MARK = "mock_state";

const VERSION = "1";

/**
 * Maximum length of the text in bytes. Each character of an item has up to 3 bytes. The rest is for
 * the text around the items.
 */
export const MAX_STATE_BYTES = 4 * MAX_CHARACTERS;

/** Number of arrays and objects around an item. */
const LEVELS_AROUND = 4;

/** Writes the changed collections, one item per line. */
export function stateText(changed: ReadonlyMap<string, Collection>): string {
  const collections = [...changed].map(([path, collection]) => {
    const { rule, last } = collection;
    const id = { field: rule.field, type: rule.type, is_number: rule.isNumber };
    const items = collection.texts().map((text) => `\n        ${text}`).join(",");
    return `
    ${JSON.stringify(path)}: {
      "id": ${JSON.stringify(id)},
      "last": ${last},
      "items": [${items}${items === "" ? "" : "\n      "}]
    }`;
  });
  const all = collections.join(",");
  return `{\n  "${MARK}": ${VERSION},\n  "collections": {${all}${all === "" ? "" : "\n  "}}\n}\n`;
}

/** The collections of a text, or the problem with it. */
export type ReadState =
  | { readonly kind: "state"; readonly changed: ReadonlyMap<string, Collection> }
  | { readonly kind: "wrong"; readonly reason: string };

/** Reads a state. */
export function readState(bytes: Uint8Array): ReadState {
  try {
    return { kind: "state", changed: readCollections(bytes) };
  } catch (problem) {
    if (problem instanceof Wrong) return { kind: "wrong", reason: problem.message };
    throw problem;
  }
}

/** Thrown for text that is not a state. */
class Wrong extends Error {}

function readCollections(bytes: Uint8Array): ReadonlyMap<string, Collection> {
  const text = decodeJsonText(bytes);
  if (text === null) throw new Wrong("it is neither UTF-8 nor UTF-16");
  const tooDeep = `it is nested deeper than ${MAX_MOCK_DEPTH + LEVELS_AROUND} levels`;
  if (jsonNesting(text) > MAX_MOCK_DEPTH + LEVELS_AROUND) throw new Wrong(tooDeep);
  const parsed = tryToParseJson(text);
  if (parsed instanceof JsonSyntaxError) throw new Wrong(`it is not JSON: ${parsed.reason}`);
  const json = withoutRepeatedKeys(parsed);
  const version = json.kind === "object" ? memberValue(json, MARK) : undefined;
  if (json.kind !== "object" || version?.kind !== "number" || version.text !== VERSION) {
    throw new Wrong(`it has no "${MARK}": ${VERSION}`);
  }
  const { members } = objectAt(memberValue(json, "collections"), '"collections"');
  if (members.length > MAX_COLLECTIONS) {
    throw new Wrong(`it has more than ${MAX_COLLECTIONS} collections`);
  }
  const changed = new Map(members.map(({ key, value }) => [key, readCollection(key, value)]));
  const sum = (of: (each: Collection) => number) =>
    [...changed.values()].reduce((total, each) => total + of(each), 0);
  if (sum(({ count }) => count) > MAX_ITEMS) {
    throw new Wrong(`it has more than ${MAX_ITEMS} items`);
  }
  if (sum(({ size }) => size) > MAX_CHARACTERS) throw new Wrong("its items are too large");
  return changed;
}

function readCollection(path: string, value: Json): Collection {
  const where = `the collection ${quotable(JSON.stringify(path), 80)}`;
  const object = objectAt(value, where);
  const rule = readRule(objectAt(memberValue(object, "id"), `"id" of ${where}`), where);
  const last = memberValue(object, "last");
  if (last?.kind !== "number" || !/^[0-9]{1,18}$/.test(last.text)) {
    throw new Wrong(`"last" of ${where} is not a number of at most 18 digits`);
  }
  const items = memberValue(object, "items");
  if (items?.kind !== "array") throw new Wrong(`"items" of ${where} is not an array`);
  const collection = Collection.empty(rule);
  for (const item of items.items) {
    const checked = objectAt(item, `an item of ${where}`);
    const id = memberValue(checked, rule.field);
    const key = id === undefined ? null : jsonIdKey(rule, id);
    if (key === null) {
      throw new Wrong(`an item of ${where} has no valid ${rule.field}`);
    }
    if (collection.has(key)) {
      throw new Wrong(`two items of ${where} have the id ${quotable(key, 40)}`);
    }
    if (jsonDepth(item) > MAX_MOCK_DEPTH || findMockProblems(item, "").length > 0) {
      throw new Wrong(
        `the item ${quotable(key, 40)} of ${where} has a number or nesting that Python cannot read`,
      );
    }
    collection.put(checked);
  }
  collection.skipTo(BigInt(last.text));
  return collection;
}

function readRule(value: JsonObject, where: string): IdRule {
  const [field, typed, isNumber] = ["field", "type", "is_number"].map((key) =>
    memberValue(value, key)
  );
  const type = PARAMETER_TYPES.find((each) => typed?.kind === "string" && typed.value === each);
  if (field?.kind !== "string" || type === undefined || isNumber?.kind !== "boolean") {
    throw new Wrong(`"id" of ${where} is not {"field": ..., "type": ..., "is_number": ...}`);
  }
  return { field: field.value, type, isNumber: isNumber.value };
}

function objectAt(value: Json | undefined, what: string): JsonObject {
  if (value?.kind === "object") return value;
  throw new Wrong(`${what} is not an object`);
}
