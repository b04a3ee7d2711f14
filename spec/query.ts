/** Reads an example of a request's query: the parameters after the `?` of its URL. */

import {
  type Json,
  type JsonMember,
  type JsonObject,
  stringifyJson,
  withoutRepeatedKeys,
} from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { type MemberProblem, memberProblems } from "./body.ts";
import {
  allowsOthers,
  bodyForm,
  type BodyMember,
  type BodyObject,
  type BodyType,
  bodyType,
  memberKey,
  writtenMember,
} from "./body_type.ts";
import {
  constraintProblem,
  isConstraint,
  readConstraint,
  scalarProblem,
  type ValueProblem,
} from "./constraint.ts";
import { constraintOf } from "./constraint_example.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { findMockProblems } from "./mock.ts";

/** Maximum number of parameters in a query's example. */
export const MAX_PARAMETERS = 100;

/** Maximum length of a query's example as JSON, in characters. */
export const MAX_QUERY_LENGTH = 16 * 1024;

/**
 * Reads the query of an endpoint.
 *
 * @param inPath The names of the parameters in the endpoint's path.
 * @returns The example, without repeated keys; `null` if there is none, or if it has no parameter.
 */
export function readQuery(
  object: JsonObject,
  inPath: readonly string[],
  place: SpecPlace,
  findings: Findings,
): JsonObject | null {
  const found = findings.object(object, "query", place);
  if (found === null) return null;
  const path = [...place.path, "query"];
  const query = withoutRepeatedKeys(found) as JsonObject;
  for (const problem of queryProblems(query, place.words, inPath)) {
    findings.error({ ...problem, path });
  }
  return query.members.length === 0 ? null : query;
}

/** A problem with a query, and its offset in the text. */
export type QueryProblem = MemberProblem<"query"> | ConstraintProblem;

interface ConstraintProblem extends Omit<MemberProblem<"query">, "code"> {
  readonly code: "spec-constraint";
}

/**
 * Finds the problems of a query's example.
 *
 * @param words The place, for messages, such as `in route 'users'`.
 * @param inPath The names of the parameters in the endpoint's path.
 */
export function queryProblems(
  query: JsonObject,
  words: string,
  inPath: readonly string[],
): readonly QueryProblem[] {
  const limit = exceededLimit(query);
  if (limit !== null) {
    return [{ code: "spec-limit", message: `Query ${words} exceeds ${limit}.`, at: query.at }];
  }
  const values = query.members.flatMap(({ key, at, value }): readonly QueryProblem[] => {
    const { name } = writtenMember(key);
    const problem = nameProblem(name, inPath) ?? valueProblem(value);
    if (problem === null) return [];
    const { says, hint, isContradiction } = problem;
    const code = isContradiction ? "spec-constraint" : "spec-query";
    const message = `Query parameter '${quotable(key)}' ${says} ${words}.`;
    return [{ code, message, at, ...(hint !== undefined && { hint }) }];
  });
  const unnamed = query.members.filter(allowsOthers).map(({ at }): QueryProblem => ({
    code: "spec-query",
    message: `'...' does not go with a query ${words}.`,
    at,
    hint: "Remove it: parameters that the query does not name are always allowed",
  }));
  return [
    ...findMockProblems(query, words).map((each) => ({ code: "spec-limit", ...each } as const)),
    ...memberProblems(query, words, "query"),
    ...(unnamed.length > 0 ? unnamed : values),
  ];
}

function exceededLimit(query: JsonObject): string | null {
  if (query.members.length > MAX_PARAMETERS) return `${MAX_PARAMETERS} parameters`;
  return stringifyJson(query, 0).length > MAX_QUERY_LENGTH
    ? `${MAX_QUERY_LENGTH.toLocaleString("en")} characters of JSON`
    : null;
}

function nameProblem(name: string, inPath: readonly string[]): ValueProblem | null {
  if (name === "") return { says: "needs a name" };
  if (!inPath.includes(name)) return null;
  return { says: "has the name of a parameter of the path", hint: "Rename one of them" };
}

function valueProblem(value: Json): ValueProblem | null {
  if (isConstraint(value)) return constraintProblem(value);
  if (value.kind !== "array") return scalarProblem(value);
  const [first, ...more] = value.items;
  if (first === undefined) {
    return { says: "is an empty list", hint: 'Write an example of an item, such as ["new"]' };
  }
  if (isConstraint(first)) {
    if (more.length > 0) return { says: "has items beside a constraint" };
    if (readConstraint(first).fallback === null) return constraintProblem(first);
    return { says: "is a list whose items have a '$default'", hint: "Use '$example'" };
  }
  const { kind } = itemType(value.items);
  if (kind === "either") {
    return { says: "is a list of several types", hint: "Write items of one type" };
  }
  return value.items.map(scalarProblem).find((each) => each !== null) ?? null;
}

function itemType(items: readonly Json[]): BodyType {
  const type = bodyType({ kind: "array", at: 0, items });
  return type.kind === "array" ? type.items : type;
}

/**
 * Returns the type of an example of a query. A query is like an object whose members are texts,
 * numbers, booleans or arrays of these.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { queryType } from "./query.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(queryType(parseJson('{"q?": "tea"}')).members, [
 *   { name: "q", type: { kind: "text" }, isOptional: true },
 * ]);
 * ```
 */
export function queryType(query: Json): BodyObject {
  const members = query.kind === "object" ? query.members : [];
  return { kind: "object", members: members.map(parameterOf) };
}

function parameterOf({ key, value }: JsonMember): BodyMember {
  const { name, isOptional } = writtenMember(key);
  if (isConstraint(value)) {
    const { type, fallback } = readConstraint(value);
    return fallback === null
      ? { name, type, isOptional }
      : { name, type, isOptional: true, fallback };
  }
  if (value.kind !== "array") return { name, type: bodyType(value), isOptional };
  const [first] = value.items;
  const items = first !== undefined && isConstraint(first)
    ? readConstraint(first).type
    : itemType(value.items);
  return { name, type: { kind: "array", items }, isOptional };
}

/** Returns the value of a parameter that an example shows. */
export function shownValue(value: Json): Json {
  if (isConstraint(value)) return readConstraint(value).example;
  return value.kind === "array" ? { ...value, items: value.items.map(shownValue) } : value;
}

/**
 * Returns an example of a query with exactly the given type.
 *
 * @param sent A query that fits the type, without question marks; `null` if there is none.
 */
export function queryExample({ members }: BodyObject, sent: Json | null): JsonObject {
  const values = new Map(
    sent?.kind === "object" ? sent.members.map(({ key, value }) => [key, value]) : [],
  );
  return {
    kind: "object",
    at: 0,
    members: members.map((member) => {
      const { name, fallback } = member;
      const isMarked = member.isOptional && fallback === undefined;
      const value = valueLike(member, values.get(name));
      return { key: memberKey({ name, isOptional: isMarked }), at: 0, value };
    }),
  };
}

/** Returns an example of a parameter: `sent`, if it shows the whole type. */
function valueLike({ type, fallback }: BodyMember, sent: Json | undefined): Json {
  if (type.kind === "array") {
    const [first] = sent?.kind === "array" ? sent.items : [];
    const item = constraintOf(type.items, undefined, first);
    const isPlain = sent !== undefined && !isConstraint(item) && isOfType(sent, type);
    return isPlain ? sent : { kind: "array", at: 0, items: [item] };
  }
  return constraintOf(type, fallback, sent);
}

function isOfType(value: Json, type: BodyType): boolean {
  return bodyForm(bodyType(value)) === bodyForm(type);
}
