/** The gate of a hosted server: API keys, and signed links for what they open. */

import { findApiKey } from "../accounts/api_keys.ts";
import { findAccessToken, isAccessToken } from "../accounts/oauth/access_tokens.ts";
import type { LastUse } from "../accounts/last_use.ts";
import { verifyLink } from "../accounts/signed_links.ts";
import type { MiddlewareHandler } from "hono";
import { type HttpEnv, refuse } from "./exchange.ts";
import { bearerOf, type Gate } from "./gate.ts";
import { type Hosted, resourceOf } from "./hosted.ts";
import { countRequest } from "./rate_limit.ts";

/** Lets in whoever bears an API key of an account, or an access token. */
export function accountGate(hosted: Hosted, lastUse: LastUse): Gate {
  const { database, time } = hosted;
  const holderOf = async (text: string) => {
    const now = time();
    if (isAccessToken(text)) {
      return await findAccessToken(database, text, resourceOf(hosted), now);
    }
    const holder = await findApiKey(database, text, now);
    if (holder !== null) lastUse.note(holder.keyId, now);
    return holder;
  };
  return async (authorization, client) => {
    const text = bearerOf(authorization);
    const holder = text === null ? null : await holderOf(text);
    if (text === null || holder === null) return null;
    const { accountId, role, scopes } = holder;
    // An app that the owner connected may do what it was allowed, and is not the owner.
    const isOperator = role === "owner" && !isAccessToken(text);
    // A connected app has one limit, however often it gets itself another token.
    const subject = "keyId" in holder ? holder.keyId : `grant ${holder.grantId}`;
    return { id: accountId, scopes: new Set(scopes), client, isOperator, subject };
  };
}

/** Lets in whoever comes by a signed link, to read; all others have to pass another guard. */
export function checkLink(
  hosted: Hosted,
  otherwise: MiddlewareHandler<HttpEnv>,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.query("signature") === undefined) return await otherwise(c, next);
    const id = verifyLink(hosted.secret, c.req.url, hosted.time());
    if (id === null) return refuse(c, 403, "The link has expired, or is not as it was made");
    const { client } = c.var;
    const scopes = new Set(["tools:read"]);
    const subject = `links ${id}`;
    c.set("principal", { id, scopes, client, isOperator: false, subject });
    await countRequest(c, hosted, subject);
    return await next();
  };
}
