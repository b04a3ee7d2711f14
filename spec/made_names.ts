/** Makes names from other text. */

import { isName } from "./names.ts";
import { pathSegments } from "./spec_path.ts";

/**
 * Returns a valid name that resembles a text.
 *
 * @example
 * ```ts
 * import { nameLike } from "./made_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(nameLike("pet-owners"), "pet_owners");
 * equal(nameLike("2024"), "_2024");
 * ```
 */
export function nameLike(text: string): string {
  const name = text.replace(/[^A-Za-z0-9_]/g, "_");
  return isName(name) ? name : `_${name}`;
}

/**
 * Returns the words of a name for a subroute: the literal segments of its path, and `item` if the
 * path ends with a parameter.
 *
 * @param path The subroute's path, which is not empty.
 *
 * @example
 * ```ts
 * import { pathWords } from "./made_names.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(pathWords("/{cart_id:int}/lines/{line}"), ["lines", "item"]);
 * ```
 */
export function pathWords(path: string): readonly string[] {
  const segments = pathSegments(path);
  const literals = segments.filter((each) => typeof each === "string");
  return typeof segments.at(-1) === "string" ? literals : [...literals, "item"];
}
