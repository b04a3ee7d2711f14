/** Documented errors as words of a command line, such as `404=No such cart`. */

import { type Diagnostic, error } from "../core/diagnostic.ts";
import { type Json, JsonSyntaxError, stringifyJson } from "../core/json.ts";
import { object, text } from "../core/json_nodes.ts";
import { tryToParseJson } from "../core/json_text.ts";
import { quotable } from "../core/printable.ts";
import { ERROR_STATUS } from "../spec/errors.ts";
import { parseJsonOption } from "./json_option.ts";

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
 * import { readErrorWords } from "./error_words.ts";
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
