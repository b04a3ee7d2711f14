/** OAuth scopes, and the clients that may request them. */

import { SCOPES } from "../../core/scopes.ts";

/** Lets the setup wizard create API keys. */
export const KEYS_SCOPE = "keys";

/** The client id of the setup wizard, the same on every server. */
export const SETUP_CLIENT_ID = "layerwright-setup";

/** Returns the scopes that a client may request. Only the wizard may create keys. */
export function scopesFor(clientId: string): readonly string[] {
  return clientId === SETUP_CLIENT_ID ? [...SCOPES, KEYS_SCOPE] : SCOPES;
}

/** The scopes in words, for the consent page. */
export const SCOPE_WORDS: Readonly<Record<string, string>> = {
  "tools:read": "read your projects",
  "tools:write": "change your projects",
  [KEYS_SCOPE]: "create API keys for you",
};
