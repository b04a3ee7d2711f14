const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * Whether code uses a name, other than in its strings.
 *
 * @example
 * ```ts
 * import { usesName } from "./uses_name.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(usesName('x: dict[str, Any]', "Any"), true);
 * equal(usesName('{"Any": int}', "Any"), false);
 * ```
 */
export function usesName(code: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(code.replace(STRING, '""'));
}
