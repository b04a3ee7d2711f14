/** Upgrades documents of Swagger 2. Loaded late, because few documents need it. */

import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { type Json, JsonSyntaxError } from "../core/json.ts";
import { jsonOf } from "../core/json_value.ts";
import { isJsonType } from "./json_content.ts";

/** Maximum number of media types in a list. The library copies a schema for each of them. */
const MAX_MEDIA_TYPES = 10;

/**
 * Returns a document of Swagger 2 as OpenAPI 3, without offsets.
 *
 * @returns The document; `null` if its parts have the wrong types for Swagger 2.
 */
export function upgradedDocument(document: Json): Json | null {
  const upgraded = upgradedValue(valueOf(withShortLists(document)));
  const json = upgraded === null ? upgraded : jsonOf(upgraded);
  return json instanceof JsonSyntaxError ? null : json;
}

/** Upgrades a value. The library reads parts without checking their types. */
function upgradedValue(value: unknown): object | null {
  try {
    return upgradeFromTwoToThree(value);
  } catch (problem) {
    if (problem instanceof TypeError) return null;
    throw problem;
  }
}

/** Converts JSON to a JavaScript value. All aliases of a string share its memory. */
function valueOf(json: Json): unknown {
  switch (json.kind) {
    case "null":
      return null;
    case "boolean":
    case "string":
      return json.value;
    case "number":
      return Number(json.text);
    case "array":
      return json.items.map(valueOf);
    case "object":
      return Object.fromEntries(json.members.map(({ key, value }) => [key, valueOf(value)]));
  }
}

/** Shortens the lists of media types at the top of a document and in its operations. */
function withShortLists(document: Json): Json {
  return withMembers(
    shortened(document),
    (value, key) =>
      key === "paths" ? withMembers(value, (item) => withMembers(item, shortened)) : value,
  );
}

function shortened(owner: Json): Json {
  return withMembers(
    owner,
    (value, key) => key === "consumes" || key === "produces" ? shortList(value) : value,
  );
}

/** Shortens a list of media types. Those that import can use come first. */
function shortList(types: Json): Json {
  if (types.kind !== "array" || types.items.length <= MAX_MEDIA_TYPES) return types;
  const usable = types.items.filter((each) => each.kind === "string" && isJsonType(each.value));
  const items = [...new Set([...usable, ...types.items])].slice(0, MAX_MEDIA_TYPES);
  return { ...types, items };
}

/** Returns an object with other values; any other value as it is. */
function withMembers(json: Json, change: (value: Json, key: string) => Json): Json {
  if (json.kind !== "object") return json;
  const members = json.members.map((each) => ({ ...each, value: change(each.value, each.key) }));
  return { ...json, members };
}
