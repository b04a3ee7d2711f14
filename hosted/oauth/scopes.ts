/** What may be asked for with OAuth, and by whom. */

import { SCOPES } from "../../core/scopes.ts";

/** Lets the setup wizard make API keys. */
export const KEYS_SCOPE = "keys";

/** The setup wizard, which every server knows. */
export const SETUP_CLIENT_ID = "layerwright-setup";

/** What a client may ask for; nobody but the wizard makes keys. */
export function scopesFor(clientId: string): readonly string[] {
  return clientId === SETUP_CLIENT_ID ? [...SCOPES, KEYS_SCOPE] : SCOPES;
}

/** A scope in words, for whoever is asked. */
export const SCOPE_WORDS: Readonly<Record<string, string>> = {
  "tools:read": "read your projects",
  "tools:write": "change your projects",
  [KEYS_SCOPE]: "make API keys for you",
};
