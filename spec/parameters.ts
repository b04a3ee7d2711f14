/**
 * Reads examples of a request's parameters: its query, which is after the `?` of its URL, and its
 * headers.
 */

import {
  type Json,
  type JsonMember,
  type JsonObject,
  stringifyJson,
  withoutRepeatedKeys,
} from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { type ExamplePart, type MemberProblem, memberProblems } from "./body.ts";
import {
  allowsOthers,
  bodyForm,
  type BodyMember,
  type BodyObject,
  type BodyType,
  memberKey,
  writtenMember,
} from "./body_type.ts";
import { bodyType } from "./example_type.ts";
import { isConstraint, readConstraint } from "./constraint.ts";
import { constraintOf } from "./constraint_example.ts";
import { constraintProblem, scalarProblem, type ValueProblem } from "./constraint_problem.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { headerNameProblem, headerTextProblem } from "./headers.ts";
import { findMockProblems } from "./mock.ts";

/** A part of an endpoint that has an example of parameters. */
export type ParametersPart = Exclude<ExamplePart, "body">;

/** The parts with examples of parameters, in the order of specs. */
export const PARAMETERS_PARTS: readonly ParametersPart[] = ["query", "headers"];

/** The words of messages about a part. */
const WORDS = {
  query: {
    whole: "Query",
    exceeds: "exceeds",
    problem: (key: string, says: string) => `Query parameter '${key}' ${says}.`,
    article: "a query",
    it: "the query",
  },
  headers: {
    whole: "Headers",
    exceeds: "exceed",
    problem: (key: string, says: string) => `Header '${key}' ${says}.`,
    article: "headers",
    it: "the spec",
  },
} as const;

/** Maximum number of parameters in an example. */
export const MAX_PARAMETERS = 100;

/** Maximum length of an example of parameters as JSON, in characters. */
export const MAX_PARAMETERS_LENGTH = 16 * 1024;

/**
 * Reads the query or the headers of an endpoint.
 *
 * @param inPath The names of the parameters in the endpoint's path.
 * @returns The example, without repeated keys; `null` if there is none, or if it has no parameter.
 */
export function readParameters(
  part: ParametersPart,
  object: JsonObject,
  inPath: readonly string[],
  place: SpecPlace,
  findings: Findings,
): JsonObject | null {
  const found = findings.object(object, part, place);
  if (found === null) return null;
  const path = [...place.path, part];
  const example = withoutRepeatedKeys(found) as JsonObject;
  for (const problem of parameterProblems(part, example, place.words, inPath)) {
    findings.error({ ...problem, path });
  }
  return example.members.length === 0 ? null : example;
}

/** A problem with an example of parameters, and its offset in the text. */
export type ParameterProblem = MemberProblem<ParametersPart> | ConstraintProblem;

interface ConstraintProblem extends Omit<MemberProblem<ParametersPart>, "code"> {
  readonly code: "spec-constraint";
}

/**
 * Finds the problems of an example of a query or of headers.
 *
 * @param words The place, for messages, such as `in route 'users'`.
 * @param inPath The names of the parameters in the endpoint's path.
 */
export function parameterProblems(
  part: ParametersPart,
  example: JsonObject,
  words: string,
  inPath: readonly string[],
): readonly ParameterProblem[] {
  const { whole, exceeds, problem: problemOf, article, it } = WORDS[part];
  const limit = exceededLimit(example);
  if (limit !== null) {
    const message = `${whole} ${words} ${exceeds} ${limit}.`;
    return [{ code: "spec-limit", message, at: example.at }];
  }
  const values = example.members.flatMap(({ key, at, value }): readonly ParameterProblem[] => {
    const { name } = writtenMember(key);
    const problem = nameProblem(part, name, inPath) ?? valueProblem(value) ??
      (part === "headers" ? headerTextProblem(value) : null);
    if (problem === null) return [];
    const { says, hint, isContradiction } = problem;
    const code = isContradiction ? "spec-constraint" : `spec-${part}` as const;
    const message = problemOf(quotable(key), `${says} ${words}`);
    return [{ code, message, at, ...(hint !== undefined && { hint }) }];
  });
  const unnamed = example.members.filter(allowsOthers).map(({ at }): ParameterProblem => ({
    code: `spec-${part}`,
    message: `'...' does not go with ${article} ${words}.`,
    at,
    hint: `Remove it: parameters that ${it} does not name are always allowed`,
  }));
  return [
    ...findMockProblems(example, words).map((each) => ({ code: "spec-limit", ...each } as const)),
    ...memberProblems(example, words, part),
    ...(unnamed.length > 0 ? unnamed : values),
  ];
}

function exceededLimit(example: JsonObject): string | null {
  if (example.members.length > MAX_PARAMETERS) return `${MAX_PARAMETERS} parameters`;
  return stringifyJson(example, 0).length > MAX_PARAMETERS_LENGTH
    ? `${MAX_PARAMETERS_LENGTH.toLocaleString("en")} characters of JSON`
    : null;
}

function nameProblem(
  part: ParametersPart,
  name: string,
  inPath: readonly string[],
): ValueProblem | null {
  if (name === "") return { says: "needs a name" };
  const problem = part === "headers" ? headerNameProblem(name) : null;
  if (problem !== null || !inPath.includes(name)) return problem;
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
 * Returns the type of an example of a query or of headers. It is like an object whose members are
 * texts, numbers, booleans or arrays of these.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { parametersType } from "./parameters.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(parametersType(parseJson('{"q?": "tea"}')).members, [
 *   { name: "q", type: { kind: "text" }, isOptional: true },
 * ]);
 * ```
 */
export function parametersType(example: Json): BodyObject {
  const members = example.kind === "object" ? example.members : [];
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
 * Returns an example of a query or of headers with exactly the given type.
 *
 * @param sent Parameters that fit the type, without question marks; `null` if there are none.
 */
export function parametersExample({ members }: BodyObject, sent: Json | null): JsonObject {
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
