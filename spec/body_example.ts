/** Creates examples of bodies from types of bodies. */

import type { Json, JsonMember, JsonObject } from "../core/json.ts";
import { number } from "../core/json_nodes.ts";
import {
  bodyForm,
  type BodyObject,
  type BodyType,
  type Fallback,
  memberKey,
  OTHER_MEMBERS,
} from "./body_type.ts";
import { constraintOf, isLimited } from "./constraint_example.ts";
import { bodyType } from "./example_type.ts";

/**
 * Returns an example with exactly the given type; `null` if a single example cannot have it, as
 * with a member that is an integer or a text.
 *
 * @example
 * ```ts
 * import { parseJson, stringifyJson } from "../core/json.ts";
 * import { bodyExample } from "./body_example.ts";
 * import { bodyType } from "./example_type.ts";
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

/**
 * Returns an example with exactly the given type, with the values of `body` if these show the whole
 * type; `null` if a single example cannot have the type.
 *
 * @param body A body that fits the type, without question marks; `null` if there is none.
 *
 * @example
 * ```ts
 * import { parseJson, stringifyJson } from "../core/json.ts";
 * import { exampleLike } from "./body_example.ts";
 * import { bodyType } from "./example_type.ts";
 * import { equal } from "node:assert/strict";
 *
 * const type = bodyType(parseJson('{"customer": 7, "note?": "ring"}'));
 * const example = exampleLike(type, parseJson('{"customer": 2, "note": "call"}'));
 * equal(example && stringifyJson(example, 0), '{"customer": 2, "note?": "call"}');
 * ```
 */
export function exampleLike(type: BodyType, body: Json | null): Json | null {
  if (body === null) return bodyExample(type);
  const [example] = markedExamples([body], type);
  const isWhole = example !== undefined && bodyForm(bodyType(example)) === bodyForm(type);
  return isWhole ? example : bodyExample(type);
}

/**
 * Adds a question mark to members that may be absent, unless the examples together already show
 * that. Adds the mark of other members to the first object that allows them. Writes a constraint in
 * place of the first example of a value with limits or a default.
 */
export function markedExamples(
  values: readonly Json[],
  type: BodyType,
  fallback?: Fallback,
): readonly Json[] {
  const [first, ...others] = values;
  if (first === undefined) return [];
  if (fallback !== undefined || isLimited(type)) {
    return [constraintOf(type, fallback, first), ...others];
  }
  const arrays = values.filter((each) => each.kind === "array");
  const items = markedExamples(arrays.flatMap((each) => each.items), itemsOf(type)).values();
  const objects = markedObjects(values.filter((each) => each.kind === "object"), type).values();
  return values.map((value) => {
    if (value.kind === "object") return objects.next().value ?? value;
    if (value.kind !== "array") return value;
    return { ...value, items: value.items.map((each) => items.next().value ?? each) };
  });
}

function markedObjects(objects: readonly JsonObject[], type: BodyType): readonly JsonObject[] {
  const { members: known, isOpen } = objectOf(type);
  const types = new Map(known.map((each) => [each.name, each]));
  const all = Map.groupBy(objects.flatMap(({ members }) => members), ({ key }) => key);
  const columns = new Map([...all].map(([name, found]) => {
    const values = found.map(({ value }) => value);
    const member = types.get(name);
    // A member with the example null accepts anything, and may be absent anyway.
    const isShown = found.length < objects.length || member?.type.kind === "anything";
    const { type = ANYTHING, isOptional = false, fallback } = member ?? {};
    const isMarked = isOptional && !isShown && fallback === undefined;
    const key = memberKey({ name, isOptional: isMarked });
    return [name, { key, values: markedExamples(values, type, fallback).values() }] as const;
  }));
  return objects.map((object, index) => {
    const members = object.members.map((member) => {
      const column = columns.get(member.key);
      const value = column?.values.next().value ?? member.value;
      return { ...member, key: column?.key ?? member.key, value };
    });
    return { ...object, members: isOpen && index === 0 ? [...members, OTHER_MEMBERS] : members };
  });
}

const ANYTHING: BodyType = { kind: "anything" };

function alternatives(type: BodyType): readonly BodyType[] {
  return type.kind === "either" ? type.types : [type];
}

function itemsOf(type: BodyType): BodyType {
  const array = alternatives(type).find(({ kind }) => kind === "array");
  return array?.kind === "array" ? array.items : ANYTHING;
}

function objectOf(type: BodyType): BodyObject {
  const object = alternatives(type).find((each) => each.kind === "object");
  return object ?? { kind: "object", members: [] };
}

/**
 * Maximum number of values in the text of an example. In memory, examples of items share values,
 * but the text repeats them.
 */
const MAX_SIZE = 20_000;

/** Counts the values in the text of an example. */
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

/** Returns examples that together have exactly the given type. */
function examples(type: BodyType, fallback?: Fallback): readonly Json[] {
  if (fallback !== undefined || isLimited(type)) return [constraintOf(type, fallback, undefined)];
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
    case "enum":
      return type.values.slice(0, 1);
    case "array": {
      const items = type.items.kind === "anything" ? [] : examples(type.items);
      return [{ kind: "array", at: 0, items }];
    }
    case "object":
      return objects(type);
    case "either":
      return type.types.flatMap((each) => examples(each));
  }
}

/** Returns objects with all members. Together, they show all types of each member. */
function objects({ members, isOpen }: BodyObject): readonly Json[] {
  const columns = members.map(({ name, type, isOptional, fallback }) => ({
    key: memberKey({ name, isOptional: isOptional && fallback === undefined }),
    values: examples(type, fallback),
  }));
  const count = Math.max(1, ...columns.map(({ values }) => values.length));
  return Array.from({ length: count }, (_, row) => ({
    kind: "object",
    at: 0,
    members: [
      ...columns.flatMap(({ key, values }): readonly JsonMember[] => {
        const value = values[row] ?? values.at(-1);
        return value === undefined ? [] : [{ key, at: 0, value }];
      }),
      ...(isOpen && row === 0 ? [OTHER_MEMBERS] : []),
    ],
  }));
}
