/** The gate of a hosted server: API keys, and signed links for what they open. */

import { findApiKey } from "../accounts/api_keys.ts";
import type { LastUse } from "../accounts/last_use.ts";
import { verifyLink } from "../accounts/signed_links.ts";
import type { MiddlewareHandler } from "hono";
import { type HttpEnv, refuse } from "./exchange.ts";
import { bearerOf, type Gate } from "./gate.ts";
import type { Hosted } from "./hosted.ts";

/** Lets in whoever bears an API key of an account. */
export function apiKeyGate({ database, time }: Hosted, lastUse: LastUse): Gate {
  return async (authorization, client) => {
    const text = bearerOf(authorization);
    const now = time();
    const holder = text === null ? null : await findApiKey(database, text, now);
    if (holder === null) return null;
    lastUse.note(holder.keyId, now);
    const { accountId, role, scopes } = holder;
    return { id: accountId, scopes: new Set(scopes), client, isOperator: role === "owner" };
  };
}

/** Lets in whoever comes by a signed link, to read; all others have to pass another guard. */
export function checkLink(
  { secret, time }: Hosted,
  otherwise: MiddlewareHandler<HttpEnv>,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.query("signature") === undefined) return await otherwise(c, next);
    const id = verifyLink(secret, c.req.url, time());
    if (id === null) return refuse(c, 403, "The link has expired, or is not as it was made");
    const { client } = c.var;
    c.set("principal", { id, scopes: new Set(["tools:read"]), client, isOperator: false });
    return await next();
  };
}
