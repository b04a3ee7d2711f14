/** What a key may be used for. */

export const SCOPES = ["tools:read", "tools:write"] as const;

export type Scope = typeof SCOPES[number];
