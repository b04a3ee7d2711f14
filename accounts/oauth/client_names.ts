/** What apps are called. */

import { oneLine, printable, quotable } from "../../core/printable.ts";
import { SETUP_CLIENT_ID } from "./scopes.ts";

/** Characters of a name. */
export const LONGEST_CLIENT_NAME = 100;

/** The setup wizard's name. */
export const SETUP_CLIENT_NAME = "Layerwright setup";

/** Where an app is known from: the host that answers for it; `null` for one that anybody can claim to be. */
export function clientHost(clientId: string): string | null {
  return URL.parse(clientId)?.host ?? null;
}

/**
 * The name of an app, as it is shown.
 *
 * @param name As it calls itself.
 *
 * @example
 * ```ts
 * import { shownClientName } from "./client_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(shownClientName("https://app.example/client.json", undefined), "app.example");
 * equal(shownClientName("abc", "An\nApp"), "An\\nApp");
 * ```
 */
export function shownClientName(clientId: string, name: string | undefined): string {
  if (clientId === SETUP_CLIENT_ID) return SETUP_CLIENT_NAME;
  const known = name?.trim() || clientHost(clientId) || clientId;
  return quotable(printable(known), LONGEST_CLIENT_NAME);
}

/** Whether an app may be called so. */
export function isClientName(name: string): boolean {
  return [...name].length <= LONGEST_CLIENT_NAME && oneLine(printable(name)) === name;
}
