/** Finds out from an example which bodies an endpoint accepts. */

import type { Json, JsonArray, JsonObject } from "../core/json.ts";
import {
  allowsOthers,
  type BodyMember,
  type BodyType,
  eitherOf,
  writtenMember,
} from "./body_type.ts";
import { isConstraint, readConstraint } from "./constraint.ts";
import { isFloat } from "./mock.ts";

/**
 * Returns the type of bodies that an example describes. An integer accepts integers. A number with
 * a point or an exponent accepts any number. Null accepts anything, and a member with null may be
 * absent. An array accepts items like any of its own. An empty array or object accepts any items or
 * members, and an object with the member `"...": null` accepts others besides its own. A constraint
 * accepts what it says, also beside other examples of the same value.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { bodyType } from "./example_type.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(bodyType(parseJson('{"note?": "ring twice"}')), {
 *   kind: "object",
 *   members: [{ name: "note", type: { kind: "text" }, isOptional: true }],
 * });
 * ```
 */
export function bodyType(example: Json): BodyType {
  return commonType([example], constraintIn);
}

/**
 * Returns the type of answers like the examples. In them, marks and constraints are members like
 * any others.
 */
export function answerType(examples: readonly Json[]): BodyType {
  return commonType(examples, () => null);
}

/**
 * Returns an example as a body to send: without the marks of optional and of other members, and
 * with values in the place of constraints.
 */
export function withoutMarks(example: Json): Json {
  const constraint = constraintIn(example);
  if (constraint !== null) return readConstraint(constraint).example;
  if (example.kind === "array") return { ...example, items: example.items.map(withoutMarks) };
  if (example.kind !== "object") return example;
  const members = example.members.filter((each) => !allowsOthers(each))
    .map(({ key, at, value }) => ({
      key: writtenMember(key).name,
      at,
      value: withoutMarks(value),
    }));
  return { ...example, members };
}

/** The examples of one value. */
export interface ValueExamples {
  readonly values: readonly Json[];
  /** The name of the member that has the value; `null` for the whole. */
  readonly name: string | null;
  /** Whether the value is an item of an array. */
  readonly isItem: boolean;
}

/** Visits the examples of each value in examples of a whole. */
export function visitExamples(
  { values, name, isItem }: ValueExamples,
  visit: (found: ValueExamples) => void,
): void {
  visit({ values, name, isItem });
  const arrays = values.filter((each) => each.kind === "array");
  if (arrays.length > 0) {
    const items = arrays.flatMap((each) => each.items);
    visitExamples({ values: items, name, isItem: true }, visit);
  }
  const objects = values.filter((each) => each.kind === "object" && constraintIn(each) === null);
  const members = objects.flatMap((each) => each.kind === "object" ? each.members : []);
  const byName = Map.groupBy(members, ({ key }) => writtenMember(key).name);
  for (const [name, found] of byName) {
    visitExamples({ values: found.map(({ value }) => value), name, isItem: false }, visit);
  }
}

const ANYTHING: BodyType = { kind: "anything" };

function constraintIn(value: Json): JsonObject | null {
  return isConstraint(value) ? value : null;
}

/** Returns the type that accepts all the examples. */
function commonType(examples: readonly Json[], reads: typeof constraintIn): BodyType {
  const [constraint] = examples.flatMap((each) => reads(each) ?? []);
  if (constraint !== undefined) return readConstraint(constraint).type;
  if (examples.some(({ kind }) => kind === "null")) return ANYTHING;
  const byKind = Map.groupBy(examples, ({ kind }) => kind);
  const [only = ANYTHING, ...others] = [...byKind.values()].map((same) => sameKind(same, reads));
  return others.length === 0 ? only : eitherOf([only, ...others]);
}

/** Returns the type that accepts all the examples, which are of one kind. */
function sameKind(examples: readonly Json[], reads: typeof constraintIn): BodyType {
  const [first] = examples;
  switch (first?.kind) {
    case "boolean":
      return { kind: "boolean" };
    case "string":
      return { kind: "text" };
    case "number": {
      const hasFloat = examples.some((each) => each.kind === "number" && isFloat(each.text));
      return hasFloat ? { kind: "number" } : { kind: "integer" };
    }
    case "array": {
      const arrays = examples.filter((each): each is JsonArray => each.kind === "array");
      return { kind: "array", items: commonType(arrays.flatMap(({ items }) => items), reads) };
    }
    case "object": {
      const objects = examples.filter((each): each is JsonObject => each.kind === "object");
      return objectType(objects, reads);
    }
    default:
      return ANYTHING;
  }
}

function objectType(examples: readonly JsonObject[], reads: typeof constraintIn): BodyType {
  const all = examples.flatMap(({ members }) => members);
  const own = all.filter((each) => !allowsOthers(each));
  const written = own.map(({ key, value }) => ({ ...writtenMember(key), value }));
  const members = [...Map.groupBy(written, ({ name }) => name)].map(([name, found]): BodyMember => {
    const values = found.map(({ value }) => value);
    const [constraint] = values.flatMap((each) => reads(each) ?? []);
    const fallback = constraint === undefined ? null : readConstraint(constraint).fallback;
    return {
      name,
      type: commonType(values, reads),
      isOptional: fallback !== null || found.length < examples.length ||
        found.some(({ isOptional, value }) => isOptional || value.kind === "null"),
      ...(fallback !== null && { fallback }),
    };
  });
  const isOpen = members.length > 0 && own.length < all.length;
  return { kind: "object", members, ...(isOpen && { isOpen }) };
}
