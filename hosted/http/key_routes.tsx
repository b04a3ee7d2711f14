/** The page and the API for API keys. */

import type { Context, Hono } from "hono";
import { maskedKey } from "../../core/key_mask.ts";
import type { Account } from "../accounts/account.ts";
import { isApiKey } from "../accounts/api_key_text.ts";
import {
  type ApiKey,
  createApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
  type WantedKey,
} from "../accounts/api_keys.ts";
import { leasesOver } from "../accounts/leases.ts";
import { KEYS_SCOPE } from "../oauth/scopes.ts";
import { KeysPage, RevokeKeyPage, type ShownKey } from "../pages/keys.tsx";
import { SCOPES } from "../../core/scopes.ts";
import {
  addApi,
  type ApiProblem,
  type ByToken,
  isoTime,
  readFields,
  refused,
} from "./account_api.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage, type Fields } from "./forms.tsx";
import { bearerOf, type Gate } from "../../http/gate.ts";
import { challenge } from "../../http/guards.ts";
import { type Hosted, visitOf } from "./hosted.ts";
import { type MadeSecret, madeSecret, showMade } from "./made_secrets.ts";
import { answerPage } from "./pages.tsx";
import { type Typed, typedIn } from "./typed_forms.ts";
import type { KnownVisitor } from "./visitors.ts";
import { say } from "./words.ts";

/** Adds the page of keys and `/api/keys` to an app. */
export function addKeyRoutes(app: Hono<HttpEnv>, hosted: Hosted, gate: Gate): void {
  addKeyPages(app, hosted);
  addKeyApi(app, hosted, { gate, scope: KEYS_SCOPE });
}

/** The fields of the form for a new key. */
const KEPT = ["name", "access", "expires_in_days"] as const;

function addKeyPages(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, limits } = hosted;
  const page = async (
    { visitor }: KnownVisitor,
    { id }: Account,
    said: {
      readonly made: MadeSecret | null;
      readonly problem: string | null;
      readonly typed: Typed;
    },
  ) => {
    const keys = (await listApiKeys(database, id)).map(shown);
    const mcpUrl = `${hosted.origin()}/mcp`;
    const { callsPerDay } = limits;
    return <KeysPage {...{ visitor, keys, mcpUrl, callsPerDay, ...said }} />;
  };
  addAccountPage(app, "/keys", hosted, async (c, known, account) => {
    const made = madeSecret(c, hosted, known, "key");
    const typed = typedIn(c, hosted, known.binding, { ...account, action: "/keys" });
    return answerPage(c, await page(known, account, { made, problem: null, typed }));
  });
  addAccountForm(app, "/keys", hosted, async (c, { known, field }, account) => {
    const result = await make(c, hosted, account, keyOfForm(field));
    if (result.kind === "made") {
      return showMade(c, hosted, known, "key", { id: result.key.id, secret: result.text });
    }
    const problem = result.problems.map(({ message }) => message).join(" ");
    const typed = Object.fromEntries(KEPT.map((name) => [name, field(name)]));
    return answerPage(c, await page(known, account, { made: null, problem, typed }), 422);
  }, KEPT);
  addAccountPage(app, "/keys/revoke", hosted, async (c, { visitor }, account) => {
    const key = await keyWith(database, account, c.req.query("id"));
    if (key === undefined) return c.redirect("/keys", 303);
    return answerPage(c, <RevokeKeyPage visitor={visitor} shown={shown(key)} />);
  });
  addAccountForm(app, "/keys/revoke", hosted, async (c, { known, field }, account) => {
    const key = await keyWith(database, account, field("id"));
    // A missing key counts as revoked.
    await revokeApiKey(database, account.id, field("id"), visitOf(c, hosted));
    say(
      c,
      hosted,
      known,
      key === undefined
        ? "This key was revoked already."
        : `Revoked the key “${key.name}” (${maskedKey(key.ending)}).`,
    );
    return c.redirect("/keys", 303);
  });
}

async function keyWith(
  database: Hosted["database"],
  { id: accountId }: Account,
  id: string | undefined,
): Promise<ApiKey | undefined> {
  return (await listApiKeys(database, accountId)).find((each) => each.id === id);
}

function shown(key: ApiKey): ShownKey {
  return { ...key, masked: maskedKey(key.ending) };
}

function make(c: Context<HttpEnv>, hosted: Hosted, { id }: Account, wanted: WantedKey) {
  const { database, limits } = hosted;
  return createApiKey({ database, most: limits.keys }, id, wanted, visitOf(c, hosted));
}

function keyOfForm(field: Fields): WantedKey {
  const days = field("expires_in_days");
  return {
    name: field("name"),
    scopes: field("access") === "read" ? ["tools:read"] : SCOPES,
    days: days === "" ? null : Number(days),
  };
}

function addKeyApi(app: Hono<HttpEnv>, hosted: Hosted, byToken: ByToken): void {
  const { database } = hosted;
  addApi(app, "get", "/api/keys", hosted, async (c, account) => {
    const keys = await listApiKeys(database, account.id);
    return c.json({ keys: keys.map(described) });
  }, byToken);
  addApi(app, "post", "/api/keys", hosted, async (c, account) => {
    const wanted = keyOfFields(await readFields(c));
    if (wanted === null) {
      const message = "Send a JSON object with name, scopes (a list) and expires_in_days (or null)";
      return refused(c, 400, [{ code: "key-shape", message }]);
    }
    const result = await make(c, hosted, account, wanted);
    if (result.kind === "refused") return refused(c, 422, result.problems);
    return c.json({ ...described(result.key), key: result.text }, 201);
  }, byToken);
  addRevocationByKey(app, hosted);
  addApi(app, "delete", "/api/keys/:id", hosted, async (c, account) => {
    const id = c.req.param("id") ?? "";
    const problem = await revokeApiKey(database, account.id, id, visitOf(c, hosted));
    return problem === null ? c.body(null, 204) : refused(c, 404, [problem]);
  }, byToken);
}

/** Adds the route with which a key revokes itself, the only route of this API that accepts a key. */
function addRevocationByKey(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, time } = hosted;
  app.delete("/api/keys/current", async (c) => {
    const text = bearerOf(c.req.header("authorization"));
    const holder = text === null ? null : await findApiKey(database, text, time());
    // An earlier request may have just revoked the key. If its answer was lost and the client asks again, the
    // second request must wait for the leases, too.
    if (holder === null && text !== null && isApiKey(text)) await leasesOver();
    const problem = holder === null
      ? NO_KEY
      : await revokeApiKey(database, holder.accountId, holder.keyId, visitOf(c, hosted));
    if (problem === null) return c.body(null, 204);
    return refused(c, 401, [problem], challenge(c, "invalid_token"));
  });
}

const NO_KEY: ApiProblem = { code: "key-missing", message: "API key not found" };

/** Parses the requested key; returns `null` if the fields are invalid. */
function keyOfFields(fields: Readonly<Record<string, unknown>> | null): WantedKey | null {
  if (fields === null) return null;
  const { name, scopes = SCOPES, expires_in_days: days = null } = fields;
  const isList = Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string");
  if (typeof name !== "string" || !isList) return null;
  return days === null || typeof days === "number" ? { name, scopes, days } : null;
}

/** Returns a key as the API shows it. */
function described({ id, name, ending, scopes, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return {
    id,
    name,
    key: maskedKey(ending),
    scopes,
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
    last_used_at: isoTime(lastUsedAt),
  };
}
