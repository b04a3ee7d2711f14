/** Device codes: for one device and one person, for ten minutes, and protected against guessing. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { SETUP_CLIENT_ID } from "../../../../hosted/oauth/scopes.ts";
import { LOGIN_LIMITS } from "../../../../hosted/accounts/limits.ts";
import { forEachServed } from "../../storage/on_both.ts";
import { type Browser, openBrowser, type Page } from "../browser.ts";
import { hostedApp, ORIGIN, type TestedHostedApp } from "../hosted_app.ts";
import { storedRows } from "../stored_rows.ts";
import { holdable } from "./held_reads.ts";
import { askEndpoint, type Fields, getDocument, registered } from "./played_client.ts";

const PAUSE_MS = 5_000;

/** The codes of a device. */
interface Codes {
  readonly device: string;
  readonly user: string;
}

async function codesOf(app: TestedHostedApp): Promise<Codes> {
  const asked = { client_id: SETUP_CLIENT_ID, scope: "keys", resource: `${ORIGIN}/mcp` };
  const { status, body } = await askEndpoint(app, "/oauth/device", asked);
  equal(status, 200);
  equal(body["verification_uri"], `${ORIGIN}/device`);
  return { device: String(body["device_code"]), user: String(body["user_code"]) };
}

function poll({ device }: Codes, clientId: string = SETUP_CLIENT_ID): Fields {
  return {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    client_id: clientId,
    device_code: device,
  };
}

/** The response to a device. */
async function heard(app: TestedHostedApp, fields: Fields): Promise<string> {
  const { status, body } = await askEndpoint(app, "/oauth/token", fields);
  ok(status === 200 || status === 400, JSON.stringify(body));
  return status === 200 ? "tokens" : String(body["error"]);
}

/** Enters a code and confirms the device. */
async function typed(browser: Browser, code: string): Promise<Page> {
  const page = await browser.send(await browser.open("/device"), "/device", { user_code: code });
  return page.status === 200 ? await browser.send(page, "/device", { confirm: "yes" }) : page;
}

/** Enters a code and connects the device. */
async function letIn(browser: Browser, code: string): Promise<Page> {
  const page = await typed(browser, code);
  const form = page.forms.find(({ action }) => action.startsWith("/oauth/consent/"));
  ok(form !== undefined, page.html);
  return await browser.send(page, form.action, { answer: "allow" });
}

/** A browser at another address. */
function browserAt(app: TestedHostedApp, peer: string): Browser {
  return openBrowser(async (request) => await app.fetch(request, peer), app.origin);
}

forEachServed("a device gets tokens once, after its code is confirmed", async (db) => {
  const app = await hostedApp(db);
  const owner = await app.owner();
  const codes = await codesOf(app);
  equal(await heard(app, poll(codes)), "authorization_pending");
  app.wait(PAUSE_MS);
  const done = await letIn(owner, codes.user.toLowerCase().replace("-", " "));
  match(done.html, /You can close this page/);
  const answers = await Promise.all(Array.from({ length: 10 }, () => heard(app, poll(codes))));
  equal(answers.filter((answer) => answer === "tokens").length, 1, answers.join());
  app.wait(1);
  equal(await heard(app, poll(codes)), "invalid_grant");
  const { oauth_records: rows = [] } = await storedRows(db);
  ok(!JSON.stringify(rows).includes(codes.device), "the device's code is nowhere");
  doesNotMatch(app.lines.join(""), /"bug"/);
});

forEachServed("only a poll after the one that got tokens revokes them", async (database) => {
  const held = holdable(database);
  const app = await hostedApp(held);
  const codes = await codesOf(app);
  await letIn(await app.owner(), codes.user);
  const hasToken = async () => {
    const { oauth_records: rows = [] } = await storedRows(database);
    return rows.some((row) => row.includes('"kind":"AccessToken"'));
  };
  // The device gave up waiting for its first poll, and polled again.
  const read = held.hold("DeviceCode");
  const slow = heard(app, poll(codes));
  await read.reached;
  equal(await heard(app, poll(codes)), "tokens");
  read.release();
  equal(await slow, "invalid_grant");
  equal(await hasToken(), true);
  app.wait(1);
  equal(await heard(app, poll(codes)), "invalid_grant");
  equal(await hasToken(), false);
});

forEachServed("a device that polls too often gets slow_down", async (database) => {
  const app = await hostedApp(database);
  await app.owner();
  const codes = await codesOf(app);
  equal(await heard(app, poll(codes)), "authorization_pending");
  equal(await heard(app, poll(codes)), "slow_down");
  app.wait(PAUSE_MS);
  const answers = await Promise.all(Array.from({ length: 5 }, () => heard(app, poll(codes))));
  deepEqual(answers.sort(), ["authorization_pending", ...Array(4).fill("slow_down")]);
  const other = await codesOf(app);
  equal(await heard(app, poll(other)), "authorization_pending");
});

forEachServed("a device code works for its client, for ten minutes", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const codes = await codesOf(app);
  const other = await registered(app, {
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code"],
    response_types: [],
    redirect_uris: [],
  });
  equal(await heard(app, poll(codes, other)), "invalid_grant");
  app.wait(PAUSE_MS);
  for (const device of ["", "A".repeat(43), "hashed:x", "a\0b"]) {
    const answer = await heard(app, poll({ ...codes, device }));
    ok(["invalid_grant", "invalid_request"].includes(answer), `${device} ${answer}`);
  }
  const { oauth_records: rows = [] } = await storedRows(database);
  const ids = rows.map((row) => JSON.parse(row)).filter(({ kind }) => kind === "DeviceCode");
  equal(await heard(app, poll({ ...codes, device: `hashed:${ids[0].id}` })), "invalid_grant");
  equal(await heard(app, poll(codes)), "authorization_pending");
  app.wait(600_000);
  equal(await heard(app, poll(codes)), "expired_token");
  equal((await typed(owner, codes.user)).status, 422);
});

forEachServed("one person enters a code and may deny it", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  const codes = await codesOf(app);
  await letIn(member, codes.user);
  // A second person cannot take over the device.
  equal((await typed(owner, codes.user)).status, 422);
  equal(await heard(app, poll(codes)), "tokens");
  const { oauth_records: rows = [], accounts = [] } = await storedRows(database);
  const memberRow = accounts.find((row) => row.includes("member@example.com")) ?? "";
  const tokens = rows.filter((row) => row.includes('"kind":"AccessToken"'));
  equal(tokens.length, 1);
  ok(tokens[0]?.includes(JSON.parse(memberRow).id));

  const refused = await codesOf(app);
  const page = await owner.send(await owner.open("/device"), "/device", {
    user_code: refused.user,
  });
  match(page.html, /Is this your device\?.*Layerwright setup/s);
  match((await owner.send(page, "/device", { abort: "yes" })).html, /Nothing was connected/);
  equal(await heard(app, poll(refused)), "access_denied");

  const denied = await codesOf(app);
  const consent = await typed(owner, denied.user);
  const form = consent.forms.find(({ action }) => action.startsWith("/oauth/consent/"));
  await owner.send(consent, form?.action ?? "", { answer: "refuse" });
  equal(await heard(app, poll(denied)), "access_denied");
});

forEachServed(
  "connecting a device requires a login first",
  async (database) => {
    const app = await hostedApp(database);
    await app.owner();
    const codes = await codesOf(app);
    const page = await typed(app.browser(), codes.user);
    match(page.path, /\/login\?next=%2Foauth%2Fconsent%2F/);
    equal(await heard(app, poll(codes)), "authorization_pending");
  },
);

forEachServed("guesses of codes are limited", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const codes = await codesOf(app);
  const attacker = browserAt(app, "198.51.100.1");
  const page = await attacker.open("/device");
  const guesses = Array.from({ length: LOGIN_LIMITS.perClient + 5 }, async (_, at) => {
    const guess = at.toString(2).padStart(8, "0").replaceAll("0", "B").replaceAll("1", "C");
    // A confirmation without a previous step counts as a guess, too.
    const values = { user_code: guess, ...(at % 2 === 0 && { confirm: "yes" }) };
    return (await attacker.send(page, "/device", values)).status;
  });
  const statuses = await Promise.all(guesses);
  equal(statuses.filter((status) => status === 422).length, LOGIN_LIMITS.perClient);
  const again = browserAt(app, "198.51.100.1");
  const locked = await typed(again, codes.user);
  equal(locked.status, 429);
  // The code expires before the client may try again, so the page asks for a new code.
  match(locked.html, /to get a new code/);
  match(locked.headers.get("retry-after") ?? "", /^(?:900|89\d)$/);
  // Other clients are not locked out, and correct codes do not count as guesses.
  for (let round = 0; round < 3; round++) {
    const { user } = await codesOf(app);
    match((await letIn(owner, user)).html, /You can close this page/);
  }
  app.wait(15 * 60_000);
  const fresh = await codesOf(app);
  const anew = browserAt(app, "198.51.100.1");
  match((await typed(anew, fresh.user)).path, /\/login\?next=/);
});

forEachServed("a code in the URL is filled in but not submitted", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const codes = await codesOf(app);
  const path = `/device?user_code=${codes.user}`;
  for (const query of ["", "&confirm=yes", `&user_code=${codes.user}`, "&xsrf=x&confirm=yes"]) {
    const page = await owner.open(path + query);
    equal(page.status, 200);
    match(page.html, new RegExp(`value="${codes.user}"`));
    doesNotMatch(page.html, /<script/);
  }
  equal(await heard(app, poll(codes)), "authorization_pending");
});

forEachServed("forms for codes work only from their own page", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const codes = await codesOf(app);
  const [form] = (await app.browser().open("/device")).forms;
  await owner.open("/device");
  for (const xsrf of [undefined, "", "A".repeat(48), form?.fields["xsrf"]]) {
    const values = { user_code: codes.user, confirm: "yes", ...(xsrf !== undefined && { xsrf }) };
    const response = await owner.request("/device", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(values).toString(),
    });
    equal(response.status, 400, await response.text());
  }
  equal(await heard(app, poll(codes)), "authorization_pending");
});

forEachServed("the return address shows nothing to strangers", async (database) => {
  const app = await hostedApp(database);
  await app.owner();
  for (const path of ["/device/x", "/device/a%00b", "/device/", `/device/${"A".repeat(43)}`]) {
    const cookie = `_interaction_resume=${path.slice("/device/".length)}`;
    for (const headers of [{}, { cookie }]) {
      const { status } = await app.send(
        new Request(ORIGIN + path, { headers: { host: "localhost", ...headers } }),
      );
      ok(status === 404 || status === 410, `${path} ${status}`);
    }
  }
  doesNotMatch(app.lines.join(""), /"bug"|"status":5/);
});

forEachServed("only clients with the device grant get device codes", async (database) => {
  const app = await hostedApp(database);
  const clientId = await registered(app);
  const { status, body } = await askEndpoint(app, "/oauth/device", { client_id: clientId });
  deepEqual([status, body["error"]], [400, "invalid_request"]);
  const { body: metadata } = await getDocument(app, "/.well-known/oauth-authorization-server");
  equal(metadata["device_authorization_endpoint"], `${ORIGIN}/oauth/device`);
});
