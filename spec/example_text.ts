/** Formats examples of a spec for people. */

import { type Json, jsonDepth, stringifyJson } from "../core/json.ts";
import { MAX_INDENTED } from "../core/json_layout.ts";
import { withoutMarks } from "./example_type.ts";
import { exampleOf, type SpecContract, type SpecResponse } from "./spec_contract.ts";

/** Writes an example as indented JSON, on one line if it is deep. */
export function exampleText(example: Json): string {
  return stringifyJson(example, jsonDepth(example) > MAX_INDENTED ? 0 : 2);
}

/** Returns a body to send to an endpoint, as JSON; `null` if the endpoint takes no body. */
export function sentText(body: SpecContract["body"]): string | null {
  if (body.kind === "absent") return null;
  const example = exampleOf(body);
  return example === null ? "{}" : exampleText(withoutMarks(example));
}

/**
 * Returns the content of a response as JSON; empty without content.
 *
 * @param sent The request's body, with which a default response may end.
 */
export function answerText(content: SpecResponse["content"], sent: string): string {
  if (content.kind === "absent") return "";
  if (content.value.kind === "json") return exampleText(content.value.value);
  const { kind, words } = content.value;
  return JSON.stringify(kind === "echo" ? words + sent : words);
}
