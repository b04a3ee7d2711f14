/** Permanent ids of accounts and API keys. */

/** The prefix of an id: an account's or an API key's. */
export type IdKind = "acc" | "key";

/** Creates a unique id. */
export function makeId(kind: IdKind): string {
  return `${kind}_${crypto.randomUUID()}`;
}

/**
 * Reports whether a string has the form of an id. Strings from outside are checked before they are used
 * in a query, because databases reject some characters.
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
