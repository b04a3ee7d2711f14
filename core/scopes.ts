/** The permissions of keys. */

export const SCOPES = ["tools:read", "tools:write"] as const;

export type Scope = typeof SCOPES[number];
