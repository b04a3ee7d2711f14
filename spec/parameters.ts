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
  type BodyMember,
  type BodyObject,
  memberKey,
  writtenMember,
} from "./body_type.ts";
import { bodyType } from "./example_type.ts";
import { isConstraint, readConstraint } from "./constraint.ts";
import { constraintOf } from "./constraint_example.ts";
import {
  constraintProblem,
  listProblem,
  scalarProblem,
  type ValueProblem,
} from "./constraint_problem.ts";
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
    const problem = nameProblem(part, name, inPath) ??
      (part === "headers" ? headerTextProblem(value) : null) ?? valueProblem(value);
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
  return value.kind === "array" ? listProblem(value) : scalarProblem(value);
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
  return { name, type: bodyType(value), isOptional };
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
      const { name, type, fallback } = member;
      const isMarked = member.isOptional && fallback === undefined;
      const value = constraintOf(type, fallback, values.get(name));
      return { key: memberKey({ name, isOptional: isMarked }), at: 0, value };
    }),
  };
}
