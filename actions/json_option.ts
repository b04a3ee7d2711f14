/** JSON that a command takes besides a spec: mocks, lists, errors, and examples of queries, bodies and items. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Json, JsonSyntaxError, stringifyJson, withoutRepeatedKeys } from "../core/json.ts";
import { quotable } from "../core/printable.ts";
import { positionAt, tryToParseJson } from "../core/json_text.ts";
import { object, text } from "../core/json_nodes.ts";
import { jsonOf } from "../core/json_value.ts";
import { ERROR_STATUS } from "../spec/errors.ts";
import { findMockProblems } from "../spec/mock.ts";

/** The parts of an endpoint that are objects in a spec. */
export const OBJECT_PARTS = ["query", "headers", "list", "errors"] as const;

/** A part of an endpoint that is an object in a spec. */
export type ObjectPart = typeof OBJECT_PARTS[number];

/** The parts of an endpoint that are JSON. */
export const JSON_PARTS = ["mock", ...OBJECT_PARTS, "body"] as const;

/** A part of an endpoint that is JSON. */
export type JsonPart = typeof JSON_PARTS[number];

/** An option whose value is JSON. */
export type JsonOption = JsonPart | "example";

/**
 * JSON that keeps numbers as they were written, such as `1.0`. `null` means that there is no value.
 * A diagnostic means that the value could not be read.
 */
export type ParsedJson = Json | Diagnostic | null;

/**
 * Parses the value of an option.
 *
 * @param json JSON text.
 * @param place Words that say in messages where the value belongs, such as `for route 'users'`.
 */
export function parseJsonOption(
  option: JsonOption,
  json: string,
  place: string,
): Json | Diagnostic {
  const parsed = tryToParseJson(json);
  if (!(parsed instanceof JsonSyntaxError)) return parsed;
  const { line, column } = positionAt(json, parsed.at);
  return invalid(option, place, `not JSON at ${line}:${column}: ${parsed.reason}`);
}

/**
 * Converts a JavaScript value to the value of an option; `undefined` means none.
 *
 * @param place Words that say in messages where the value belongs, such as `for route 'users'`.
 */
export function jsonOption(option: JsonOption, value: unknown, place: string): ParsedJson {
  if (value === undefined) return null;
  const converted = jsonOf(value);
  return converted instanceof JsonSyntaxError
    ? invalid(option, place, converted.reason)
    : converted;
}

/** Converts the parts of an endpoint from JavaScript values, like {@linkcode jsonOption}. */
export function jsonParts(
  options: Readonly<Partial<Record<JsonPart, unknown>>>,
  place: string,
): Readonly<Record<JsonPart, ParsedJson>> {
  const parts = JSON_PARTS.map((part) => [part, jsonOption(part, options[part], place)] as const);
  return Object.fromEntries(parts) as Record<JsonPart, ParsedJson>;
}

function invalid(option: JsonOption, place: string, reason: string): Diagnostic {
  return error(`${option}-invalid`, `Invalid ${option} ${place} (${reason}).`);
}

/** Checked JSON, with the problems that the checks found. */
export interface CheckedJson {
  /** The value without repeated keys; `null` if there is no value, or if it could not be read. */
  readonly value: Json | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Checks that Python can represent the values in a mock.
 *
 * @param place Words that say in messages where the mock belongs, such as `for route 'users'`.
 */
export function checkMock(mock: ParsedJson | undefined, place: string): CheckedJson {
  const { value, diagnostics } = readable(mock);
  if (value === null) return { value, diagnostics };
  const problems = findMockProblems(value, place);
  return { value, diagnostics: problems.map(({ message }) => error("spec-limit", message)) };
}

/** Separates a parsed value from the diagnostic of a value that could not be read. */
export function readable(json: ParsedJson = null): CheckedJson {
  if (json === null) return { value: null, diagnostics: [] };
  if ("severity" in json) return { value: null, diagnostics: [json] };
  return { value: withoutRepeatedKeys(json), diagnostics: [] };
}

/**
 * Returns the value as JSON text for an invocation; `undefined` if there is no value, or if it
 * could not be read.
 */
export function jsonText(json: ParsedJson | undefined): string | undefined {
  const { value } = readable(json);
  return value === null ? undefined : stringifyJson(value, 0);
}

const PAIR = /^([^=]*)=(.*\S.*)$/s;

/** Matches a word that is all errors as JSON, which can say their bodies, or `null` for none. */
const WHOLE = /^\s*(?:\{|null\s*$)/;

/**
 * Reads the values of `--error`.
 *
 * @returns The errors, as a spec has them, or the problem with a value.
 *
 * @example
 * ```ts
 * import { readErrorWords } from "./json_option.ts";
 * import { stringifyJson } from "../core/json.ts";
 * import { equal } from "node:assert/strict";
 *
 * const errors = readErrorWords(["404=No such cart", "409=Sold out"]);
 * equal("kind" in errors && stringifyJson(errors, 0), '{"404": "No such cart", "409": "Sold out"}');
 * ```
 */
export function readErrorWords(words: readonly string[]): Json | Diagnostic {
  const [first = ""] = words;
  if (words.length === 1 && WHOLE.test(first)) {
    return parseJsonOption("errors", first, "in --error");
  }
  const errors = new Map<string, Json>();
  for (const word of words) {
    const [, status = "", description] = PAIR.exec(word) ?? [];
    const problem = description === undefined
      ? "must be <status>=<text>, such as 404='No such cart'"
      : !ERROR_STATUS.test(status)
      ? "the status must be from 400 to 599"
      : errors.has(status)
      ? `status ${status} occurs twice`
      : null;
    if (problem !== null) {
      return error("usage-option", `Invalid --error '${quotable(word, 60)}' (${problem}).`);
    }
    errors.set(status, text(description ?? ""));
  }
  return object(errors);
}

/** Returns the values of `--error` that say errors, which are JSON as in a spec. */
export function errorWords(json: string): readonly string[] {
  const errors = tryToParseJson(json);
  if (errors instanceof JsonSyntaxError || errors.kind !== "object") return [json];
  const words = errors.members.map(({ key, value }) =>
    value.kind === "string" ? `${key}=${value.value}` : ""
  );
  const read = readErrorWords(words);
  const isSaid = "kind" in read && stringifyJson(read, 0) === stringifyJson(errors, 0);
  return isSaid && words.length > 0 ? words : [json];
}
