/** Reads an example of a request's body, and checks that a model can be generated from it. */

import {
  type Json,
  jsonDepth,
  type JsonObject,
  memberValue,
  stringifyJson,
  walkJson,
  withoutRepeatedKeys,
} from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { type Method, takesBody } from "./api_spec.ts";
import { allowsOthers, writtenMember } from "./body_type.ts";
import { constraintProblems, type ExampleProblem } from "./example_constraints.ts";
import { withoutMarks } from "./example_type.ts";
import type { Findings, SpecPlace } from "./findings.ts";
import { headerForm } from "./headers.ts";
import { findMockProblems } from "./mock.ts";

/** Maximum depth of a body. With each level of a literal, type checkers take twice as long. */
export const MAX_BODY_DEPTH = 10;

/**
 * Maximum length of a body as JSON, in characters. Generated tests contain the body as a literal.
 */
export const MAX_BODY_LENGTH = 16 * 1024;

/** Maximum length of a member's name, in characters. */
const MAX_MEMBER_LENGTH = 100;

/**
 * Reads the body of an endpoint.
 *
 * @returns The example, without repeated keys; `null` if there is none, or if it is JSON null, because both
 * accept any JSON.
 */
export function readBody(
  object: JsonObject,
  method: Method,
  place: SpecPlace,
  findings: Findings,
): Json | null {
  const value = memberValue(object, "body");
  if (value === undefined) return null;
  const path = [...place.path, "body"];
  if (!takesBody(method)) {
    const message = `'body' does not go with ${method} ${place.words}.`;
    const hint = "Only POST and PUT have a body";
    findings.error({ code: "spec-body", message, at: value.at, path, hint });
  }
  const body = withoutRepeatedKeys(value);
  for (const problem of bodyProblems(body, place.words)) findings.error({ ...problem, path });
  return body.kind === "null" ? null : body;
}

/** A part of an endpoint that has an example of a request. */
export type ExamplePart = "query" | "headers" | "body";

/** A problem with a name in an example, and its offset in the text. */
export interface MemberProblem<What extends ExamplePart> {
  readonly code: `spec-${What}` | "spec-limit";
  readonly message: string;
  readonly at: number;
  readonly hint?: string;
}

/** A problem with a body, and its offset in the text. */
export type BodyProblem = MemberProblem<"body"> | ExampleProblem;

/**
 * Finds the problems of a body's example.
 *
 * @param words The place, for messages, such as `in route 'users'`.
 */
export function bodyProblems(body: Json, words: string): readonly BodyProblem[] {
  const limit = exceededLimit(body);
  if (limit !== null) {
    return [{ code: "spec-limit", message: `Body ${words} exceeds ${limit}.`, at: body.at }];
  }
  const problems: BodyProblem[] = findMockProblems(body, words).map((each) => ({
    code: "spec-limit",
    ...each,
  }));
  walkJson(body, (value) => {
    if (value.kind === "object") problems.push(...memberProblems(value, words, "body"));
  });
  return [...problems, ...constraintProblems([body], words)];
}

function exceededLimit(body: Json): string | null {
  if (jsonDepth(withoutMarks(body)) > MAX_BODY_DEPTH) return `${MAX_BODY_DEPTH} levels`;
  return stringifyJson(body, 0).length > MAX_BODY_LENGTH
    ? `${MAX_BODY_LENGTH.toLocaleString("en")} characters of JSON`
    : null;
}

/**
 * Finds the problems of the names in an example.
 *
 * @param what What the object is a part of. The names of headers ignore case.
 */
export function memberProblems<What extends ExamplePart>(
  { members }: JsonObject,
  words: string,
  what: What,
): readonly MemberProblem<What>[] {
  const seen = new Map<string, string>();
  const own = members.filter((each) => !allowsOthers(each));
  return own.flatMap(({ key, at }): readonly MemberProblem<What>[] => {
    const { name } = writtenMember(key);
    const form = what === "headers" ? headerForm(name) : name;
    const other = seen.get(form);
    seen.set(form, key);
    if (other !== undefined) {
      const message = `Members '${quotable(other)}' and '${
        quotable(key)
      }' of the ${what} are the same ${words}.`;
      const hint = what === "headers"
        ? "Remove one of them: names of headers ignore case"
        : `Remove one of them. To end a name with ?, write two: '${quotable(name)}??'`;
      return [{ code: `spec-${what}`, message, at, hint }];
    }
    if (name.length > MAX_MEMBER_LENGTH) {
      const message = `Member '${
        name.slice(0, 20)
      }...' of the ${what} ${words} exceeds ${MAX_MEMBER_LENGTH} characters.`;
      return [{ code: "spec-limit", message, at }];
    }
    if (!name.isWellFormed()) {
      const message = `Member '${quotable(key)}' of the ${what} ${words} is not valid Unicode.`;
      return [{ code: `spec-${what}`, message, at }];
    }
    return [];
  });
}
