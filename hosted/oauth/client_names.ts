/** The names of apps, as people see them. */

import { oneLine, printable, quotable } from "../../core/printable.ts";
import { mixesScripts } from "./mixed_scripts.ts";
import { isReservedName } from "./reserved_names.ts";
import { SETUP_CLIENT_ID } from "./scopes.ts";

/** Maximum length of a name in characters. */
const MAX_CLIENT_NAME_LENGTH = 100;

/** The setup wizard's name. */
export const SETUP_CLIENT_NAME = "Layerwright setup";

/**
 * Returns the host that vouches for an app: the host in the app's client id. Returns `null` if the id has
 * no host, because any program could then claim to be the app.
 */
export function clientHost(clientId: string): string | null {
  // `||` and not `??`: the host of a URL such as `app:1` is empty.
  return URL.parse(clientId)?.host || null;
}

/**
 * Returns the name that people see for an app: the name that the app gives itself, unless this name is
 * missing, blank or reserved, or mixes scripts in a word. In these cases, people see the app's host or id.
 *
 * @param name The name that the app gives itself.
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
  const isOwn = name !== undefined && !isBlank(name) && !isReservedName(name) &&
    !mixesScripts(name);
  const known = isOwn ? name.trim() : clientHost(clientId) ?? clientId;
  return quotable(printable(known), MAX_CLIENT_NAME_LENGTH);
}

/**
 * Returns the name that people see for an app. @param client The app's record as JSON; `null` if the app has
 * none.
 */
export function appNameOf(clientId: string, client: string | null): string {
  const { client_name: name } = client === null
    ? {} as Record<string, unknown>
    : JSON.parse(client);
  return shownClientName(clientId, typeof name === "string" ? name : undefined);
}

/** Returns the rule that the name of a new app breaks, or `null` if the name is allowed. */
export function clientNameProblem(name: string): string | null {
  if ([...name].length > MAX_CLIENT_NAME_LENGTH || oneLine(printable(name)) !== name) {
    return `must have at most ${MAX_CLIENT_NAME_LENGTH} printable characters`;
  }
  if (isReservedName(name)) return "must not look like a part of Layerwright";
  if (mixesScripts(name)) return "must not mix scripts, such as Latin and Greek, in one word";
  return name !== "" && isBlank(name) ? "must have a visible character" : null;
}

/** Reports whether a name has no visible character. */
function isBlank(name: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]*$/u.test(name);
}
