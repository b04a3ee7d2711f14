import { deepEqual, equal, ok } from "node:assert/strict";
import { Hono } from "hono";
import { createApiKey } from "../../../hosted/accounts/api_keys.ts";
import { createLastUse, type LastUse } from "../../../hosted/accounts/last_use.ts";
import { LEASE_MS } from "../../../hosted/accounts/leases.ts";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import { hashOfSecret, makeSecretText } from "../../../hosted/accounts/secret_text.ts";
import { signLink } from "../../../hosted/accounts/signed_links.ts";
import type { RateLimit } from "../../../http/standing.ts";
import type { HttpEnv } from "../../../http/exchange.ts";
import type { Gate } from "../../../http/gate.ts";
import type { Hosted } from "../../../hosted/http/hosted.ts";
import { accountGate, checkLink } from "../../../hosted/http/gate.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { makeMember, makeOwner, NOON, VISIT } from "../accounts/made_accounts.ts";
import { forEachServed } from "../storage/on_both.ts";

const ORIGIN = "https://layerwright.example.com";
const CLIENT = "192.0.2.7";

interface TestedGate {
  readonly gate: Gate;
  /** Sets both clocks forward, in milliseconds. */
  wait(ms: number): void;
  /** Number of queries. */
  reads(): number;
  /** Keys whose use was recorded. */
  readonly used: string[];
}

function testedGate(all: Database): TestedGate {
  let [passed, reads] = [0, 0];
  const database: Database = { ...watched(all, () => reads++) };
  const used: string[] = [];
  const lastUse: LastUse = { ...createLastUse(), note: (keyId) => void used.push(keyId) };
  const hosted = { database, time: () => NOON + passed, origin: () => ORIGIN } as Hosted;
  return {
    gate: accountGate(hosted, { lastUse, now: () => passed }),
    wait: (ms) => void (passed += ms),
    reads: () => reads,
    used,
  };
}

function watched(database: Database, onRead: () => void): Database {
  return {
    kind: database.kind,
    all: (sql, ...values) => (onRead(), database.all(sql, ...values)),
    transaction: (work) => (onRead(), database.transaction(work)),
    close: () => database.close(),
  };
}

async function keyFor(database: Database, accountId: string, days: number | null = null) {
  const wanted = { name: "laptop", scopes: ["tools:read"], days };
  const made = await createApiKey({ database, most: 9 }, accountId, wanted, VISIT);
  ok(made.kind === "made");
  return made;
}

interface Token {
  readonly grantId: string;
  readonly resource?: string;
  readonly lastsMs?: number;
}

/** Stores an access token as the authorization server does. */
async function tokenFor(
  database: Database,
  accountId: string,
  { grantId, resource = `${ORIGIN}/mcp`, lastsMs = DAY_MS }: Token,
): Promise<string> {
  const token = makeSecretText();
  const payload = JSON.stringify({ aud: resource, scope: "tools:read tools:write" });
  const sql = `INSERT INTO oauth_records
    (kind, id, payload, account_id, grant_id, created_at, expires_at, client_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'notes') ON CONFLICT DO NOTHING`;
  await database.transaction(async (queries) => {
    await queries.all(sql, "Grant", grantId, "{}", accountId, grantId, NOON, null);
    await queries.all(
      sql,
      "AccessToken",
      hashOfSecret(token),
      payload,
      accountId,
      grantId,
      NOON,
      NOON + lastsMs,
    );
  });
  return token;
}

forEachServed("accountGate finds the account of a key or token", async (database) => {
  const owner = await makeOwner(database);
  const member = await makeMember(database, owner, "ada@example.org");
  const { gate, used } = testedGate(database);
  const seen = [];
  const keys = [await keyFor(database, owner.id), await keyFor(database, member.id)];
  for (const { text } of keys) seen.push(await gate(`Bearer ${text}`, CLIENT));
  for (const [grantId, { id }] of [["g1", owner], ["g1", owner], ["g2", member]] as const) {
    seen.push(await gate(`Bearer ${await tokenFor(database, id, { grantId })}`, CLIENT));
  }
  const [ownKey, theirKey] = keys.map(({ key }) => key.id);
  const [read, all] = [new Set(["tools:read"]), new Set(["tools:read", "tools:write"])];
  const client = CLIENT;
  const [ownName, theirName] = keys.map(({ key: { ending } }) => `key 'laptop' (lw_****${ending})`);
  const author = ({ email: account }: typeof owner, credential = "app 'notes'") => ({
    author: { account, credential },
  });
  // An app never gets the owner's role, and all tokens of one consent share a limit.
  deepEqual(seen, [
    {
      id: owner.id,
      scopes: read,
      client,
      ...author(owner, ownName),
      isOperator: true,
      subject: ownKey,
    },
    {
      id: member.id,
      scopes: read,
      client,
      ...author(member, theirName),
      isOperator: false,
      subject: theirKey,
    },
    { id: owner.id, scopes: all, client, ...author(owner), isOperator: false, subject: "grant g1" },
    { id: owner.id, scopes: all, client, ...author(owner), isOperator: false, subject: "grant g1" },
    {
      id: member.id,
      scopes: all,
      client,
      ...author(member),
      isOperator: false,
      subject: "grant g2",
    },
  ]);
  deepEqual(used, [ownKey, theirKey]);
});

forEachServed(
  "accountGate rejects a leased key or token once it expires",
  async (database) => {
    const owner = await makeOwner(database);
    const { text } = await keyFor(database, owner.id, 1);
    const token = await tokenFor(database, owner.id, { grantId: "g1" });
    const { gate, wait, reads } = testedGate(database);
    wait(DAY_MS - 1);
    for (const bearer of [text, token]) ok(await gate(`Bearer ${bearer}`, CLIENT));
    const before = reads();
    wait(1);
    for (const bearer of [text, token]) equal(await gate(`Bearer ${bearer}`, CLIENT), null);
    equal(reads(), before);
    wait(LEASE_MS);
    for (const bearer of [text, token]) equal(await gate(`Bearer ${bearer}`, CLIENT), null);
  },
);

forEachServed("accountGate reads a key or token once per lease", async (database) => {
  const owner = await makeOwner(database);
  const { text } = await keyFor(database, owner.id);
  const { gate, wait, reads, used } = testedGate(database);
  for (let call = 0; call < 5; call++) ok(await gate(`Bearer ${text}`, CLIENT));
  equal(reads(), 1);
  equal(used.length, 5);
  wait(LEASE_MS);
  ok(await gate(`Bearer ${text}`, CLIENT));
  equal(reads(), 2);
});

forEachServed("accountGate rejects everything else", async (database) => {
  const owner = await makeOwner(database);
  const { text } = await keyFor(database, owner.id);
  const elsewhere = await tokenFor(database, owner.id, {
    grantId: "g1",
    resource: "https://other.example.com/mcp",
  });
  const unnamed = await tokenFor(database, owner.id, { grantId: "g1", resource: "" });
  const { gate } = testedGate(database);
  const refused = [
    undefined,
    "",
    text,
    `Basic ${text}`,
    `Bearer ${text} `,
    `Bearer ${hashOfSecret(elsewhere)}`,
    `Bearer ${elsewhere}`,
    `Bearer ${unnamed}`,
    `Bearer ${makeSecretText()}`,
  ];
  for (const authorization of refused) equal(await gate(authorization, CLIENT), null);
  const revoked = await tokenFor(database, owner.id, { grantId: "g2" });
  await database.transaction((queries) =>
    queries.all("DELETE FROM oauth_records WHERE kind = 'Grant'")
  );
  equal(await gate(`Bearer ${revoked}`, CLIENT), null);
});

/** Creates an app with a route for signed links, and records the principals that its handler gets. */
function linkedApp(time: number) {
  const counted: string[] = [];
  const policy = { name: "minute", calls: 9, windowMs: 60_000, bounds: "calls" } as const;
  const rates: RateLimit = {
    count(subject) {
      counted.push(subject);
      return { policy, isExceeded: false, left: 8, resetSeconds: 60 };
    },
  };
  const hosted = { secret: "secret", time: () => time, rates } as Hosted;
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set("client", CLIENT);
    await next();
  });
  app.get(
    "/shop",
    checkLink(hosted, {
      otherwise: (c) => Promise.resolve(c.text("otherwise")),
      limit: (_, next) => next(),
    }),
    (c) => {
      const { scopes, ...principal } = c.var.principal;
      return c.json({ ...principal, scopes: [...scopes] });
    },
  );
  return { app, counted };
}

Deno.test("checkLink gives a signed link read access as its account", async () => {
  const link = signLink("secret", {
    path: "/shop",
    params: {},
    accountId: "acc_1",
    expiresAt: 1_000,
  });
  const { app, counted } = linkedApp(999);
  deepEqual(await (await app.request(link)).json(), {
    id: "acc_1",
    scopes: ["tools:read"],
    client: CLIENT,
    isOperator: false,
    author: null,
    subject: "links acc_1",
  });
  deepEqual(counted, ["links acc_1"]);
  equal(await (await app.request("/shop")).text(), "otherwise");
  for (const [time, address] of [[1_000, link], [999, link.replace("acc_1", "acc_2")]] as const) {
    const late = linkedApp(time);
    equal((await late.app.request(address)).status, 403);
    deepEqual(late.counted, []);
  }
});
