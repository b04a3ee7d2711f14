/** Checks the query of a request like a generated app's `api/request_query.py`. */

import type { Json } from "../core/json.ts";
import type { BodyObject, BodyType } from "../spec/body_type.ts";
import { queryType } from "../spec/query.ts";
import { unfitQueryAnswer } from "./answer.ts";
import { strictUtf8 } from "./json_text.ts";
import type { Handler } from "./mock_request.ts";
import { readTarget, unescapedBytes } from "./request_target.ts";

/**
 * Creates a handler that checks the query of a request before another handler answers it.
 *
 * @param example The example of the query in the spec.
 */
export function checkingQuery(example: Json, handler: Handler): Handler {
  const type = queryType(example);
  return (request, values) => {
    const problems = unfitParameters(type, readTarget(request.target).query);
    return problems.size > 0 ? unfitQueryAnswer(problems) : handler(request, values);
  };
}

/**
 * Finds the problems of a query: first those of the values that were sent, then the missing
 * parameters.
 *
 * @param query The query, as sent, without the question mark.
 * @returns The problems, by the names of the parameters; empty if the query fits.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { queryType } from "../spec/query.ts";
 * import { unfitParameters } from "./request_query.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const type = queryType(parseJson('{"q": "tea", "sold?": true}'));
 * const problems = unfitParameters(type, "sold=yes");
 * deepEqual([...problems], [["sold", "must be true or false"], ["q", "is missing"]]);
 * ```
 */
export function unfitParameters(
  { members }: BodyObject,
  query: string,
): ReadonlyMap<string, string> {
  const sent = sentValues(query);
  const wrong = members.flatMap(({ name, type }) => {
    const problem = unfitValues(type, sent.get(name) ?? []);
    return problem === null ? [] : [[name, problem] as const];
  });
  const missing = members.filter(({ name, isOptional }) => !isOptional && !sent.has(name))
    .map(({ name }) => [name, "is missing"] as const);
  return new Map([...wrong, ...missing]);
}

/** A value of a parameter; `null` if its bytes are not UTF-8. */
type SentValue = string | null;

/** Returns the values of each parameter, split like Python's `urllib.parse.parse_qsl`. */
function sentValues(query: string): ReadonlyMap<string, readonly SentValue[]> {
  const sent = new Map<string, SentValue[]>();
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    const name = decoded(equals < 0 ? part : part.slice(0, equals));
    if (name === null) continue;
    const value = equals < 0 ? "" : decoded(part.slice(equals + 1));
    const values = sent.get(name);
    if (values === undefined) sent.set(name, [value]);
    else values.push(value);
  }
  return sent;
}

function decoded(text: string): SentValue {
  const spaced = text.replaceAll("+", " ");
  return spaced.includes("%") ? strictUtf8(unescapedBytes(spaced)) : spaced;
}

function unfitValues(type: BodyType, values: readonly SentValue[]): string | null {
  if (type.kind === "array") {
    return values.map((each) => unfitValue(type.items, each)).find((each) => each !== null) ?? null;
  }
  const [first] = values;
  if (first === undefined) return null;
  return values.length > 1 ? "must not be repeated" : unfitValue(type, first);
}

const INTEGER = /^-?(?:0|[1-9][0-9]{0,17})$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

function unfitValue({ kind }: BodyType, value: SentValue): string | null {
  switch (kind) {
    case "boolean":
      return value === "true" || value === "false" ? null : "must be true or false";
    case "integer":
      return INTEGER.test(value ?? "") ? null : "must be an integer of at most 18 digits";
    case "number":
      if (!NUMBER.test(value ?? "")) return "must be a number";
      return Number.isFinite(Number(value)) ? null : "is too large";
    default:
      return value === null || value.includes("\0") ? "must be UTF-8 without NUL" : null;
  }
}
