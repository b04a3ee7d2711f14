/** Finds the position of a route or a subroute in the text of a spec. */

import { type Json, type JsonMember, JsonSyntaxError } from "../core/json.ts";
import { type Position, positionAt, tryToParseJson } from "../core/json_text.ts";

/**
 * Finds the key of a route or a subroute in a spec.
 *
 * @param text A spec, valid or not.
 * @param subroute `null` to find the route.
 * @returns The position of the key, or `null` if the spec does not have the key.
 *
 * @example
 * ```ts
 * import { placeInSpec } from "./spec_place.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const text = '{\n  "routes": {\n    "ping": {"type": "GET"}\n  }\n}';
 * deepEqual(placeInSpec(text, "ping", null), { line: 3, column: 5 });
 * ```
 */
export function placeInSpec(
  text: string,
  route: string,
  subroute: string | null,
): Position | null {
  const json = tryToParseJson(text);
  if (json instanceof JsonSyntaxError) return null;
  const keys = ["routes", route, ...subroute === null ? [] : ["subroutes", subroute]];
  let value: Json | undefined = json;
  let found: JsonMember | undefined;
  for (const key of keys) {
    found = value?.kind === "object"
      ? value.members.findLast((member) => member.key === key)
      : undefined;
    value = found?.value;
  }
  return found === undefined ? null : positionAt(text, found.at);
}
