/** The gate of a hosted server: API keys, access tokens and signed links. */

import { isApiKey } from "../accounts/api_key_text.ts";
import { findKeyHolder, type KeyHolder } from "../accounts/api_keys.ts";
import type { LastUse } from "../accounts/last_use.ts";
import { createLeases } from "../accounts/leases.ts";
import { findAccessToken, isAccessToken, type TokenHolder } from "../oauth/access_tokens.ts";
import { hashOfSecret } from "../accounts/secret_text.ts";
import { verifyLink } from "../accounts/signed_links.ts";
import type { MiddlewareHandler } from "hono";
import { type HttpEnv, refuse } from "../../http/exchange.ts";
import { bearerOf, type Gate } from "../../http/gate.ts";
import { type Hosted, resourceOf } from "./hosted.ts";
import { countRequest } from "../../http/rate_limit.ts";

/** The clock of a gate, and the record in which it notes the use of keys. */
export interface GateWorld {
  readonly lastUse: LastUse;
  /** Returns the time of a monotonic clock, in milliseconds. */
  now(): number;
}

/** Creates a gate that accepts API keys and access tokens. */
export function accountGate(hosted: Hosted, { lastUse, now }: GateWorld): Gate {
  const { database, time } = hosted;
  const leased = createLeases<KeyHolder | TokenHolder>(now);
  const find = async (text: string, hash: string) => {
    if (isAccessToken(text)) {
      return await findAccessToken(database, hash, resourceOf(hosted), time());
    }
    return isApiKey(text) ? await findKeyHolder(database, hash, time()) : null;
  };
  return async (authorization, client) => {
    const text = bearerOf(authorization);
    if (text === null) return null;
    const hash = hashOfSecret(text);
    const holder = await leased(hash, () => find(text, hash));
    if (holder === null || isOver(holder, time())) return null;
    const isKey = "keyId" in holder;
    if (isKey) lastUse.note(holder.keyId, time());
    return {
      id: holder.accountId,
      scopes: new Set(holder.scopes),
      client,
      author: holder.author,
      // An app that the owner has connected gets its scopes, but not the owner's role.
      isOperator: isKey && holder.role === "owner",
      // All tokens of a connected app share one rate limit.
      subject: isKey ? holder.keyId : `grant ${holder.grantId}`,
    };
  };
}

/** Reports whether a leased key or token has expired since it was read. */
function isOver({ expiresAt }: KeyHolder | TokenHolder, time: number): boolean {
  return expiresAt !== null && expiresAt <= time;
}

/** The guards that {@linkcode checkLink} uses. */
export interface LinkGuards {
  /** The guard for requests without a signed link. */
  readonly otherwise: MiddlewareHandler<HttpEnv>;
  /** Limits concurrent requests with a signed link. */
  readonly limit: MiddlewareHandler<HttpEnv>;
}

/** Creates a guard that gives read access to requests with a signed link. Other requests go through `otherwise`. */
export function checkLink(
  hosted: Hosted,
  { otherwise, limit }: LinkGuards,
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    if (c.req.query("signature") === undefined) return await otherwise(c, next);
    const id = verifyLink(hosted.secret, c.req.url, hosted.time());
    if (id === null) return refuse(c, 403, "The link has expired or was altered");
    const { client } = c.var;
    const scopes = new Set(["tools:read"]);
    const subject = `links ${id}`;
    c.set("principal", { id, scopes, client, author: null, isOperator: false, subject });
    await countRequest(c, hosted, subject);
    return await limit(c, next);
  };
}
