/** Connected apps: listing, revocation and removal. */

import { openQuestion, revokeFirst } from "../browser.ts";
import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { auditOf } from "../../accounts/made_accounts.ts";
import { forEachServed } from "../../storage/on_both.ts";
import { hostedApp, removeMember, type TestedHostedApp } from "../hosted_app.ts";
import { storedRows } from "../stored_rows.ts";
import { post } from "../../../http/messages.ts";
import {
  askEndpoint,
  authorizePath,
  codeFor,
  type Connected,
  connected,
  registered,
  renewal,
} from "./played_client.ts";

const LIST = { method: "tools/list" };

async function statusOf(app: TestedHostedApp, { tokens }: Connected): Promise<number> {
  const response = await app.send(
    post(LIST, "modern", { authorization: `Bearer ${tokens.access}` }),
  );
  await response.body?.cancel();
  return response.status;
}

async function renewalStatus(
  app: TestedHostedApp,
  { clientId, tokens }: Connected,
): Promise<number> {
  return (await askEndpoint(app, "/oauth/token", renewal(clientId, tokens.refresh))).status;
}

forEachServed(
  "an app is listed, and disconnected at once when it is revoked",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    doesNotMatch((await owner.open("/apps")).html, /Revoke/);
    const [first, second] = [await connected(app, owner), await connected(app, owner)];
    const page = await owner.open("/apps");
    equal(page.html.match(/href="\/apps\/revoke\?/g)?.length, 2);
    match(page.html, /<strong>Agent<\/strong> can read your projects, change your projects/);
    match(page.html, /not verified · connected\s+\d{4}-\d\d-\d\d · last active \d{4}-/);
    deepEqual([await statusOf(app, first), await statusOf(app, second)], [
      200,
      200,
    ]);
    match((await revokeFirst(owner, "/apps", "/apps/revoke")).html, /Revoked the app “Agent”/);
    const statuses = [
      await statusOf(app, first),
      await statusOf(app, second),
    ];
    deepEqual(statuses.sort(), [200, 401]);
    const refreshed = [await renewalStatus(app, first), await renewalStatus(app, second)];
    deepEqual(refreshed.sort(), [200, 400]);
    await revokeFirst(owner, "/apps", "/apps/revoke");
    match((await owner.open("/apps")).html, /No connected apps/);
    const events = (await auditOf(database)).filter((line) => line.startsWith("app-"));
    deepEqual(events, [
      "app-connected Agent",
      "app-connected Agent",
      "app-revoked Agent",
      "app-revoked Agent",
    ]);
    const rows = await database.all("SELECT id FROM oauth_records WHERE grant_id IS NOT NULL");
    deepEqual(rows, []);
  },
);

forEachServed("people cannot see or revoke other people's apps", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  await connected(app, owner);
  const own = await connected(app, member);
  equal((await member.open("/apps")).html.match(/href="\/apps\/revoke\?/g)?.length, 1);
  const page = await openQuestion(member, "/apps", "/apps/revoke");
  const [grant] = await database.all<{ id: string }>(
    `SELECT id FROM oauth_records WHERE kind = 'Grant' AND account_id =
     (SELECT id FROM accounts WHERE role = 'owner')`,
  );
  const before = await storedRows(database);
  for (const id of [grant?.id ?? "", "", "x\0", "' OR ''='", "A".repeat(43)]) {
    equal((await member.send(page, "/apps/revoke", { id })).status, 200);
    deepEqual(await storedRows(database), before, id);
  }
  equal(await statusOf(app, own), 200);
});

forEachServed("removing a person removes their apps", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  const client = await connected(app, member);
  equal(await statusOf(app, client), 200);
  await removeMember(owner);
  equal(await statusOf(app, client), 401);
  equal(await renewalStatus(app, client), 400);
  const rows = await database.all("SELECT id FROM oauth_records WHERE account_id IS NOT NULL");
  deepEqual(rows, []);
});

forEachServed("an app with expired tokens is not listed", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  await connected(app, owner);
  await database.transaction((queries) =>
    queries.all("DELETE FROM oauth_records WHERE kind = 'RefreshToken'")
  );
  match((await owner.open("/apps")).html, /Agent/);
  app.wait(3_600_000);
  match((await owner.open("/apps")).html, /No connected apps/);
});

forEachServed("an app's name is shown as text on one line", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const clientId = await registered(app, { client_name: `<b>"Agent"</b> &amp; co` });
  await codeFor(owner, app, clientId);
  const { html } = await owner.open("/apps");
  ok(html.includes("&lt;b&gt;&quot;Agent&quot;&lt;/b&gt; &amp;amp; co"), html);
});

forEachServed("logging out ends the session of the authorization server", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const { clientId } = await connected(app, owner);
  const remembered = () =>
    database.all("SELECT id FROM oauth_records WHERE kind = 'Session' AND account_id IS NOT NULL");
  equal((await remembered()).length, 1);
  const kept = new Map(owner.cookies);
  ok(kept.has("_session"));
  await owner.send(await owner.open("/keys"), "/logout");
  deepEqual(await remembered(), []);
  deepEqual([...owner.cookies.keys()].filter((name) => name.startsWith("_session")), []);
  // The old cookies do not work either.
  for (const [name, value] of kept) owner.cookies.set(name, value);
  match((await owner.open(authorizePath(app, clientId))).path, /\/login\?next=/);
});
