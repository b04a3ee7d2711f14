/** URLs that match rules with variables. */

import { joinPaths } from "../../project/routing/mounted_blueprints.ts";

/** Values for Flask's converters. All other converters get `example`. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["int", "1"],
  ["float", "1.5"],
  ["uuid", "00000000-0000-0000-0000-000000000000"],
]);

/**
 * Returns a URL path that a rule below a prefix matches.
 *
 * @example
 * ```ts
 * import { exampleUrl } from "./example_url.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(exampleUrl("/shops/<int:shop_id>", "/sale"), "/shops/1/sale");
 * ```
 */
export function exampleUrl(prefix: string, rule: string): string {
  return joinPaths(prefix, rule).split("<").map((part, index) => {
    const end = part.indexOf(">");
    if (index === 0 || end === -1) return part;
    return example(part.slice(0, end)) + part.slice(end + 1);
  }).join("");
}

/** Returns a value for a converter of Flask, as it is written in a URL. */
export function exampleValue(converter: string): string {
  return EXAMPLES.get(converter) ?? "example";
}

/** @param variable Such as `int:shop_id`, `any(a, b):part` or `name`. */
function example(variable: string): string {
  const colon = variable.lastIndexOf(":");
  const converter = variable.slice(0, Math.max(colon, 0));
  const name = converter.split("(", 1)[0] ?? "";
  if (name !== "any") return exampleValue(name);
  return converter.slice(name.length + 1).split(/[,)]/, 1)[0]?.trim() ?? "example";
}
