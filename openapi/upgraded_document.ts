/** Upgrades documents of Swagger 2. Loaded late, because few documents need it. */

import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";
import { type Json, JsonSyntaxError, stringifyJson } from "../core/json.ts";
import { jsonOf } from "../core/json_value.ts";

/**
 * Returns a document of Swagger 2 as OpenAPI 3, without offsets.
 *
 * @returns The document; `null` if its parts have the wrong types for Swagger 2.
 */
export function upgradedDocument(document: Json): Json | null {
  try {
    const upgraded = jsonOf(upgradeFromTwoToThree(JSON.parse(stringifyJson(document, 0))));
    return upgraded instanceof JsonSyntaxError ? null : upgraded;
  } catch (problem) {
    if (problem instanceof TypeError) return null;
    throw problem;
  }
}
