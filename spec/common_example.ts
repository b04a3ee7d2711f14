/** Combines several examples into one. */

import type { Json, JsonArray, JsonMember, JsonObject } from "../core/json.ts";
import { allowsOthers, memberKey, OTHER_MEMBERS, writtenMember } from "./body_type.ts";
import { isConstraint } from "./constraint.ts";
import { isFloat } from "./mock.ts";

/**
 * Combines examples of a body into one that accepts each of them. A member that an example lacks
 * becomes optional. Values of different kinds in the same place become null, which accepts
 * anything. Beside a constraint, examples are left out.
 *
 * @example
 * ```ts
 * import { parseJson, stringifyJson } from "../core/json.ts";
 * import { commonExample } from "./common_example.ts";
 * import { equal } from "node:assert/strict";
 *
 * const common = commonExample([parseJson('{"a": 1}'), parseJson('{"a": 1.5, "b": "x"}')]);
 * equal(stringifyJson(common, 0), '{"a": 1.5, "b?": "x"}');
 * ```
 */
export function commonExample(examples: readonly Json[]): Json {
  const [first = NULL, ...others] = examples;
  if (others.length === 0) return first;
  const constraint = examples.find(isConstraint);
  if (constraint !== undefined) return constraint;
  const isSameKind = others.every(({ kind }) => kind === first.kind);
  if (!isSameKind) return { ...NULL, at: first.at };
  switch (first.kind) {
    case "number":
      return examples.find((each) => each.kind === "number" && isFloat(each.text)) ?? first;
    case "array":
      return commonArray(first, examples.filter((each) => each.kind === "array"));
    case "object":
      return commonObject(first, examples.filter((each) => each.kind === "object"));
    default:
      return first;
  }
}

const NULL: Json = { kind: "null", at: 0 };

/** Returns an array that accepts all the items. It has one item for each kind of item. */
function commonArray(first: JsonArray, arrays: readonly JsonArray[]): Json {
  const all = arrays.flatMap(({ items }) => items);
  const constraint = all.find(isConstraint);
  if (constraint !== undefined) return { ...first, items: [constraint] };
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  return { ...first, items: [...byKind.values()].map(commonExample) };
}

function commonObject(first: JsonObject, objects: readonly JsonObject[]): Json {
  const all = objects.flatMap(({ members }) => members);
  const own = all.filter((each) => !allowsOthers(each));
  const written = own.map((member) => ({ ...member, ...writtenMember(member.key) }));
  const members = [...Map.groupBy(written, ({ name }) => name)].map(([name, found]): JsonMember => {
    const isOptional = found.length < objects.length || found.some((each) => each.isOptional);
    return {
      key: memberKey({ name, isOptional }),
      at: found[0]?.at ?? first.at,
      value: commonExample(found.map(({ value }) => value)),
    };
  });
  return { ...first, members: own.length < all.length ? [...members, OTHER_MEMBERS] : members };
}
