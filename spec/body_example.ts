/** Examples of bodies, made from the bodies that they stand for. */

import type { Json, JsonMember } from "../core/json.ts";
import { bodyForm, type BodyMember, type BodyType, bodyType, memberKey } from "./body_type.ts";

/**
 * Returns an example that stands for a type of bodies; `null` if no single example does, such as for a member
 * that is an integer or a text.
 *
 * @example
 * ```ts
 * import { parseJson, stringifyJson } from "../core/json.ts";
 * import { bodyExample } from "./body_example.ts";
 * import { bodyType } from "./body_type.ts";
 * import { equal } from "node:assert/strict";
 *
 * const example = bodyExample(bodyType(parseJson('{"customer": 7, "note?": "ring"}')));
 * equal(example && stringifyJson(example, 0), '{"customer": 1, "note?": "text"}');
 * ```
 */
export function bodyExample(type: BodyType): Json | null {
  const [only, ...more] = examples(type);
  if (only === undefined || more.length > 0 || sizeOf(only) > MAX_SIZE) return null;
  return bodyForm(bodyType(only)) === bodyForm(type) ? only : null;
}

/** Maximum number of values in an example. Examples of items share values, which their text repeats. */
const MAX_SIZE = 20_000;

/** Counts the values that the text of an example has. */
function sizeOf(example: Json, known = new Map<Json, number>()): number {
  const counted = known.get(example);
  if (counted !== undefined) return counted;
  const inside = example.kind === "array"
    ? example.items
    : example.kind === "object"
    ? example.members.map(({ value }) => value)
    : [];
  const size = inside.reduce((sum, each) => sum + sizeOf(each, known), 1);
  known.set(example, size);
  return size;
}

/** Returns examples of the same thing that together stand for a type. */
function examples(type: BodyType): readonly Json[] {
  switch (type.kind) {
    case "anything":
      return [{ kind: "null", at: 0 }];
    case "integer":
      return [number("1")];
    case "number":
      return [number("1.5")];
    case "text":
      return [{ kind: "string", at: 0, value: "text" }];
    case "boolean":
      return [{ kind: "boolean", at: 0, value: true }];
    case "array": {
      const items = type.items.kind === "anything" ? [] : examples(type.items);
      return [{ kind: "array", at: 0, items }];
    }
    case "object":
      return objects(type.members);
    case "either":
      return type.types.flatMap(examples);
  }
}

function number(text: string): Json {
  return { kind: "number", at: 0, text };
}

/** Returns objects that have all members. The members show all that they can be. */
function objects(members: readonly BodyMember[]): readonly Json[] {
  const columns = members.map((member) => ({
    key: memberKey(member),
    values: examples(member.type),
  }));
  const count = Math.max(1, ...columns.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, row) => ({
    kind: "object",
    at: 0,
    members: columns.flatMap(({ key, values }): readonly JsonMember[] => {
      const value = values[row] ?? values.at(-1);
      return value === undefined ? [] : [{ key, at: 0, value }];
    }),
  }));
}
