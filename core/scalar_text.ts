/** The texts of single JSON values in requests. */

import type { Json } from "./json.ts";

/**
 * Returns the text of a single value, as URLs and headers have it; `null` for other values.
 *
 * @example
 * ```ts
 * import { parseJson } from "./json.ts";
 * import { scalarText } from "./scalar_text.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(['"tea"', "1.0", "true", "[]"].map((each) => scalarText(parseJson(each))), [
 *   "tea",
 *   "1.0",
 *   "true",
 *   null,
 * ]);
 * ```
 */
export function scalarText(value: Json): string | null {
  switch (value.kind) {
    case "string":
      return value.value;
    case "number":
      return value.text;
    case "boolean":
      return String(value.value);
    default:
      return null;
  }
}
