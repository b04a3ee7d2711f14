/** Concurrent calls near a quota never exceed it. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { forEachServedAtOnce } from "../storage/on_both.ts";
import { post, toolCall } from "../../http/messages.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = { routes: { products: { type: "GET" } } };

const TEN = Array.from({ length: 10 }, (_, at) => at);

type Account = { readonly projects: number; readonly bytes: number };

/** Returns the counted and the actual usage of the only account. */
async function counted({ database }: TestedHostedApp): Promise<{ said: Account; is: Account }> {
  const [said] = await database.all<Account>("SELECT projects, bytes FROM accounts");
  const [is] = await database.all<Account>(
    `SELECT (SELECT COUNT(*) FROM projects) AS projects,
       COALESCE(SUM(octet_length(path) + octet_length(text)), 0) AS bytes FROM files`,
  );
  if (said === undefined || is === undefined) throw new Error("There is no account");
  return { said, is };
}

forEachServedAtOnce("ten concurrent new projects stay within the quota", async (database) => {
  const app = await hostedApp(database, { limits: { projects: 3 } });
  const key = await keyOf(await app.owner());
  const made = await Promise.all(
    TEN.map((at) => app.call(key, "generate_api", { project: `shop${at}`, spec: SPEC })),
  );
  const refused = made.filter(({ report }) => report.status !== "applied");
  equal(refused.length, 7);
  for (const { text } of refused) match(text, /the account has 3 of 3 projects/);
  const { said, is } = await counted(app);
  deepEqual(said, is);
  equal(is.projects, 3);
});

forEachServedAtOnce("ten concurrent changes stay within the storage quota", async (database) => {
  const probe = await hostedApp(database);
  const owner = await probe.owner();
  const key = await keyOf(owner);
  for (const at of TEN) {
    await probe.call(key, "generate_api", { project: `shop${at}`, spec: SPEC });
  }
  const { bytes } = (await counted(probe)).is;
  const room = 30_000;
  const app = await hostedApp(database, { limits: { bytes: bytes + room } });
  const big = "x".repeat(9_000);
  const stored = await Promise.all(TEN.map((at) =>
    app.call(key, "generate_route", {
      project: `shop${at}`,
      route: "a",
      type: "GET",
      files: { "big.txt": big },
    })
  ));
  ok(stored.some(({ report }) => report.status === "applied"));
  const refused = stored.filter(({ report }) => report.status !== "applied");
  ok(refused.length >= 7);
  for (const { text } of refused) match(text, /bytes/);
  const { said, is } = await counted(app);
  deepEqual(said, is);
  ok(is.bytes <= bytes + room, `${is.bytes - bytes}`);
});

forEachServedAtOnce("ten concurrent new keys stay within the quota", async (database) => {
  const app = await hostedApp(database, { limits: { keys: 3 } });
  const owner = await app.owner();
  const page = await owner.open("/keys");
  const byPage = TEN.slice(5).map(async (at) =>
    (await owner.send(page, "/keys", { name: `Laptop ${at}` })).status
  );
  const byApi = TEN.slice(0, 5).map(async (at) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: `Laptop ${at}` });
    const { status } = await owner.request("/api/keys", { method: "POST", headers, body });
    return status;
  });
  const statuses = await Promise.all([...byPage, ...byApi]);
  // The form leads to the page of the new key.
  const made = statuses.filter((status) => status === 200 || status === 201);
  deepEqual([made.length, statuses.filter((status) => status === 422).length], [3, 7]);
  equal((await storedRows(database))["api_keys"]?.length, 3);
});

forEachServedAtOnce(
  "ten concurrent calls on two servers stay within the daily limit",
  async (database) => {
    const limits = { callsPerDay: 4 };
    const servers = [await hostedApp(database, { limits }), await hostedApp(database, { limits })];
    const [app] = servers;
    if (app === undefined) throw new Error("There is no server");
    const owner = await app.owner();
    const keys = [await keyOf(owner), await keyOf(owner)];
    const authorization = `Bearer ${keys[0]}`;
    const answers = await Promise.all(TEN.map(async (at) => {
      const asked = toolCall("generate_api", { project: `shop${at}`, spec: SPEC });
      const by = { authorization: `Bearer ${keys[at % 2]}` };
      return await servers[at % 3 % 2]?.send(post(asked, "modern", by));
    }));
    const refused = answers.filter((answer) => answer?.status === 429);
    equal(refused.length, 6);
    for (const answer of refused) {
      match(answer?.headers.get("retry-after") ?? "", /^\d{1,5}$/);
    }
    equal((await storedRows(database))["projects"]?.length, 4);
    // Requests that are no calls still work. The next day, calls work again.
    const list = () => post({ method: "tools/list" }, "modern", { authorization });
    equal((await app.send(list())).status, 200);
    app.wait(86_400_000);
    const asked = toolCall("get_project_info", { project: "shop0" });
    equal((await app.send(post(asked, "modern", { authorization }))).status, 200);
  },
);

forEachServedAtOnce("ten concurrent changes of a project lose nothing", async (database) => {
  const app = await hostedApp(database);
  const key = await keyOf(await app.owner());
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const other = await hostedApp(database);
  const added = await Promise.all(
    TEN.map((at) =>
      [app, other][at % 2]?.call(key, "generate_route", {
        project: "shop",
        route: `r${at}`,
        type: "GET",
      })
    ),
  );
  const applied = added.flatMap((answer, at) => answer?.report.status === "applied" ? [at] : []);
  ok(applied.length > 0);
  const { text } = await app.call(key, "get_project_info", { project: "shop" });
  for (const at of applied) match(text, new RegExp(`\\br${at}\\b`));
  const { said, is } = await counted(app);
  deepEqual(said, is);
});
