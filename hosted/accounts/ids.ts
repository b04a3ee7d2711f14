/** Names that rows have for good. */

/** What a row is of. */
export type IdKind = "acc" | "key";

/** Makes a name that nothing else has. */
export function makeId(kind: IdKind): string {
  return `${kind}_${crypto.randomUUID()}`;
}

/**
 * Whether a text can be such a name. What cannot is not looked for: databases refuse some characters.
 *
 * @example
 * ```ts
 * import { isId, makeId } from "./ids.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isId(makeId("key"), "key"), true);
 * equal(isId(makeId("acc"), "key"), false);
 * ```
 */
export function isId(text: string, kind: IdKind): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text.slice(4)) &&
    text.startsWith(`${kind}_`);
}
