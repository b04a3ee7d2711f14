/** Infers JSON Schemas of responses from examples of them. */

import type { Json, JsonArray, JsonObject } from "../core/json.ts";
import { list, object, text } from "../core/json_nodes.ts";
import { isFloat } from "../spec/mock.ts";

/** The schema of any value. */
export const ANYTHING: Json = object([]);

/** Maximum depth of a schema. Deeper values may be anything. */
const MAX_SCHEMA_DEPTH = 10;

/** Maximum number of keys of a record. Objects with more keys count as maps. */
const MAX_PROPERTIES = 500;

/**
 * Infers the schema of a response. Values of one kind share a schema: the items of an array, for
 * example.
 *
 * @param examples Values that the schema accepts.
 *
 * @example
 * ```ts
 * import { parseJson, stringifyJson } from "../core/json.ts";
 * import { responseSchema } from "./response_schema.ts";
 * import { equal } from "node:assert/strict";
 *
 * const schema = responseSchema([parseJson('["a", null]')]);
 * equal(stringifyJson(schema, 0), '{"type": "array", "items": {"type": ["string", "null"]}}');
 * ```
 */
export function responseSchema(examples: readonly Json[], depth = 0): Json {
  if (depth > MAX_SCHEMA_DEPTH) return ANYTHING;
  const scalars = scalarTypes(examples);
  const containers = [objectSchema(examples, depth), arraySchema(examples, depth)]
    .flatMap((each) => each ?? []);
  const [container, another] = containers;
  if (container === undefined) return scalarSchema(scalars);
  if (another === undefined && scalars.length === 0) return container;
  const scalar = scalars.length === 0 ? [] : [object([typeMember(scalars)])];
  return object([["anyOf", list([...containers, ...scalar])]]);
}

/** If all examples are `null`, other values may be anything. */
function scalarSchema(types: readonly string[]): Json {
  return types.every((each) => each === "null") ? ANYTHING : object([typeMember(types)]);
}

function typeMember(types: readonly string[]): readonly [string, Json] {
  const [only = "", ...more] = types;
  return ["type", more.length === 0 ? text(only) : list(types.map(text))];
}

function scalarTypes(examples: readonly Json[]): readonly string[] {
  const found = new Set(examples.map(scalarType));
  // Every integer is a number.
  if (found.has("number")) found.delete("integer");
  return ["string", "integer", "number", "boolean", "null"].filter((each) => found.has(each));
}

function scalarType(value: Json): string {
  return value.kind === "number" && !isFloat(value.text) ? "integer" : value.kind;
}

function arraySchema(examples: readonly Json[], depth: number): Json | null {
  const arrays = examples.filter((each): each is JsonArray => each.kind === "array");
  if (arrays.length === 0) return null;
  const items = responseSchema(arrays.flatMap((each) => each.items), depth + 1);
  return object([["type", text("array")], ["items", items]]);
}

function objectSchema(examples: readonly Json[], depth: number): Json | null {
  const objects = examples.filter((each): each is JsonObject => each.kind === "object");
  if (objects.length === 0) return null;
  const byKey = new Map<string, Json[]>();
  for (const { key, value } of objects.flatMap(({ members }) => members)) {
    const values = byKey.get(key);
    if (values === undefined) byKey.set(key, [value]);
    else values.push(value);
  }
  const type = ["type", text("object")] as const;
  if (byKey.size === 0) return object([type]);
  if (isMap(byKey)) {
    const values = responseSchema([...byKey.values()].flat(), depth + 1);
    return object([type, ["additionalProperties", values]]);
  }
  const properties = [...byKey].map(([key, values]) =>
    [key, responseSchema(values, depth + 1)] as const
  );
  const required = [...byKey].flatMap(([key, { length }]) =>
    length === objects.length ? [text(key)] : []
  );
  return object([
    type,
    ["properties", object(properties)],
    ["required", required.length === 0 ? undefined : list(required)],
  ]);
}

/** Reports whether the keys of objects are data, such as IDs, and not names of fields. */
function isMap(byKey: ReadonlyMap<string, unknown>): boolean {
  return byKey.size > MAX_PROPERTIES || [...byKey.keys()].every((key) => /^[0-9]+$/.test(key));
}
