/** The parts of the value that a Flask handler returns. */

import type { Json } from "../../core/json.ts";
import {
  type Argument,
  bracketed,
  callArguments,
  dottedName,
  isOperator,
  type Token,
} from "../../python/expression.ts";
import { literalJson } from "../../python/literal_json.ts";

/** The response of a handler, as it is written. */
export interface Response {
  /**
   * The expression of the body; `null` if the body is in `json`, or if there are several
   * expressions.
   */
  readonly value: readonly Token[] | null;
  /** The body, if the call of `jsonify` lists its members or items. */
  readonly json: Json | null;
  /**
   * Whether Flask writes any value as JSON. Otherwise, Flask writes only objects and arrays as
   * JSON.
   */
  readonly isJson: boolean;
  /** `null` if static analysis cannot determine the status. */
  readonly status: number | null;
  /** Whether the code says the status. Otherwise, a computed value may have another status. */
  readonly isStatusSure: boolean;
  /** The names of the headers that are written as literals beside the body. */
  readonly headers: readonly string[];
}

/** The meaning of the names in a handler. */
export interface ResponseNames {
  /** Reports whether a called name, such as `flask.jsonify`, is a given function of Flask. */
  isFlaskFunction(name: string, dotted: string): boolean;
  /** Returns the value of a variable that the handler assigns and returns, and mentions nowhere else. */
  variable(name: string): readonly Token[] | null;
}

const OK = 200;

/** Names in `http.HTTPStatus`. */
const STATUS_NAMES: ReadonlyMap<string, number> = new Map([
  ["OK", OK],
  ["CREATED", 201],
  ["ACCEPTED", 202],
  ["NO_CONTENT", 204],
]);

/**
 * Reads the value that a handler returns.
 *
 * @param returned The tokens after `return`.
 *
 * @example
 * ```ts
 * import { tokenize } from "../../python/expression.ts";
 * import { readResponse } from "./response.ts";
 * import { equal } from "node:assert/strict";
 *
 * const source = "jsonify(service().create(body)), 201";
 * const names = { isFlaskFunction: (name: string) => name === "jsonify", variable: () => null };
 * const response = readResponse(tokenize(source, 0, source.length), names);
 * equal(response.value?.at(0)?.text, "service");
 * equal(response.status, 201);
 * ```
 */
export function readResponse(returned: readonly Token[], names: ResponseNames): Response {
  return responseOf(tupleParts(returned), names, true);
}

/** @param mayBeMade Whether the body can be a call of `make_response`. */
function responseOf(
  parts: readonly (readonly Token[])[],
  names: ResponseNames,
  mayBeMade: boolean,
): Response {
  const [body = [], second, third] = parts;
  const made = bodyOf(body, names, mayBeMade);
  if (second === undefined) return made;
  const isHeaders = parts.length === 2 && isOperator(second[0], "{");
  if (isHeaders) return { ...made, headers: headerNames(second) };
  const status = statusOf(second);
  return { ...made, status, isStatusSure: true, headers: headerNames(third ?? []) };
}

/** Returns the keys of a dictionary that are literals. */
function headerNames(tokens: readonly Token[]): readonly string[] {
  if (!isOperator(tokens[0], "{")) return [];
  return bracketed(tokens, 0).items.flatMap(([key, colon]) => {
    const name = key === undefined || !isOperator(colon, ":") ? null : literalJson([key]);
    return name?.kind === "string" ? [name.value] : [];
  });
}

/** Splits `a, b` and `(a, b)`. */
function tupleParts(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const { items } = bracketed(tokens, -1);
  const [only = []] = items;
  if (items.length !== 1 || !isOperator(only[0], "(")) return items;
  const inner = bracketed(only, 0);
  return inner.hasComma && inner.next === only.length ? inner.items : items;
}

function bodyOf(tokens: readonly Token[], names: ResponseNames, mayBeMade: boolean): Response {
  const [first] = tokens;
  const isVariable = tokens.length === 1 && first?.kind === "name";
  const value = (isVariable ? names.variable(first.text) : null) ?? tokens;
  const plain: Response = {
    value,
    json: null,
    isJson: false,
    status: OK,
    isStatusSure: false,
    headers: [],
  };
  const dotted = dottedName(value, 0);
  if (dotted === null || !isOperator(value[dotted.next], "(")) return plain;
  if (bracketed(value, dotted.next).next !== value.length) return plain;
  const found = callArguments(value, dotted.next);
  if (names.isFlaskFunction("jsonify", dotted.text)) return jsonified(found);
  if (names.isFlaskFunction("render_template", dotted.text)) {
    return { ...plain, isStatusSure: true };
  }
  const isMade = mayBeMade && names.isFlaskFunction("make_response", dotted.text);
  return isMade ? responseOf(found.map(({ value }) => value), names, false) : plain;
}

/** Reads a call of `jsonify`, which takes one value, several items, or members by name. */
function jsonified(found: readonly Argument[]): Response {
  const [first] = found;
  const response = {
    value: null,
    json: null,
    isJson: true,
    status: OK,
    isStatusSure: true,
    headers: [],
  };
  if (found.length === 1 && first?.kind === "positional") {
    return { ...response, value: first.value };
  }
  return { ...response, json: found.length === 0 ? { kind: "null", at: 0 } : listed(found) };
}

function listed(found: readonly Argument[]): Json | null {
  const members = found.flatMap((each) => {
    const value = literalJson(each.value);
    return each.kind === "keyword" && value !== null ? [{ key: each.name, at: 0, value }] : [];
  });
  if (members.length === found.length) return { kind: "object", at: 0, members };
  const items = found.flatMap((each) =>
    each.kind === "positional" ? literalJson(each.value) ?? [] : []
  );
  return items.length === found.length ? { kind: "array", at: 0, items } : null;
}

function statusOf(tokens: readonly Token[]): number | null {
  const last = tokens.at(-1);
  if (tokens.length === 1 && last?.kind === "number") {
    return /^\d{3}$/.test(last.text) ? Number(last.text) : null;
  }
  return last?.kind === "name" ? STATUS_NAMES.get(last.text) ?? null : null;
}
