/** Revocation of tokens, and the places where no secret may be stored. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { forEachServed } from "../../storage/on_both.ts";
import { type Browser, revokeFirst } from "../browser.ts";
import { hostedApp, removeMember, type TestedHostedApp } from "../hosted_app.ts";
import { storedRows } from "../stored_rows.ts";
import { post } from "../../../http/messages.ts";
import {
  askEndpoint,
  codeFor,
  connected,
  type Fields,
  redemption,
  registered,
  renewal,
  statusFor,
  tokensIn,
} from "./played_client.ts";

/** Returns the token's state in the answer to a revocation. */
async function revoked(app: TestedHostedApp, fields: Fields) {
  const { status, body } = await askEndpoint(app, "/oauth/revoke", fields);
  return [status, body];
}

for (const kind of ["access", "refresh"] as const) {
  for (const hint of [undefined, "access_token", "refresh_token", "something"]) {
    forEachServed(
      `a client gives ${kind} tokens back, as ${hint ?? "it calls nothing"}`,
      async (database) => {
        const app = await hostedApp(database);
        const { clientId, tokens } = await connected(app, await app.owner());
        const asked = { client_id: clientId, ...(hint !== undefined && { token_type_hint: hint }) };
        deepEqual(await revoked(app, { ...asked, token: tokens[kind] }), [200, {}]);
        equal(await statusFor(app, tokens.access), 401);
        // A repeated revocation and an unknown token get the same answer (RFC 7009, 2.2).
        const nothing = [tokens[kind], "A".repeat(43), "", "a\0b", "hashed:x"];
        const answers = await Promise.all(
          nothing.map((token) => revoked(app, { ...asked, token })),
        );
        deepEqual(answers.map(([status]) => status), [200, 200, 400, 200, 200]);
        if (kind === "refresh") {
          const renewed = await askEndpoint(app, "/oauth/token", renewal(clientId, tokens.refresh));
          equal(renewed.body["error"], "invalid_grant");
        }
      },
    );
  }
}

forEachServed("a client cannot revoke another client's tokens", async (database) => {
  const app = await hostedApp(database);
  const { tokens } = await connected(app, await app.owner());
  const other = await registered(app);
  for (const token of [tokens.access, tokens.refresh]) {
    await askEndpoint(app, "/oauth/revoke", { client_id: other, token });
    const { status } = await askEndpoint(app, "/oauth/revoke", { token });
    ok(status >= 400);
  }
  equal(await statusFor(app, tokens.access), 200);
});

/** Ways in which people, rather than the app, end its access. */
const ENDS: Readonly<Record<string, (owner: Browser, member: Browser) => Promise<unknown>>> = {
  // The app was connected twice.
  "the app is revoked": async (_owner, member) => {
    await revokeFirst(member, "/apps", "/apps/revoke");
    await revokeFirst(member, "/apps", "/apps/revoke");
  },
  "the account is removed": (owner) => removeMember(owner),
};

for (const [behaviour, end] of Object.entries(ENDS)) {
  forEachServed(`tokens are invalid after ${behaviour}`, async (database, tested) => {
    const app = await hostedApp(database);
    const other = await hostedApp(await tested.open());
    const owner = await app.owner();
    const member = await app.member(owner, "member@example.com");
    const { clientId, tokens } = await connected(app, member);
    const code = await codeFor(member, app, clientId);
    for (const server of [app, other]) equal(await statusFor(server, tokens.access), 200);
    await end(owner, member);
    for (const server of [app, other]) {
      equal(await statusFor(server, tokens.access), 401);
      for (const asked of [renewal(clientId, tokens.refresh), redemption(app, clientId, code)]) {
        const { status, body } = await askEndpoint(server, "/oauth/token", asked);
        deepEqual([status, body["error"]], [400, "invalid_grant"]);
      }
    }
  });
}

forEachServed(
  "tokens, codes and sessions are not stored or logged in plain text",
  async (database) => {
    const app = await hostedApp(database);
    const secrets = new Map<string, string>();
    const remember = (name: string, secret: string) => secrets.set(name, secret);
    const owner = await app.owner();
    /** Adds the secrets in a browser's cookies. */
    const rememberCookies = () => {
      for (const [name, value] of owner.cookies) {
        // The id of a request is part of URLs. The id is worthless without its signature.
        if (!/^_interaction(?:_resume)?$/.test(name)) remember(`${name} ${secrets.size}`, value);
      }
    };
    const clientId = await registered(app);
    for (let round = 0; round < 2; round++) {
      const code = await codeFor(owner, app, clientId);
      rememberCookies();
      remember(`code ${round}`, code);
      if (round === 1) break;
      const given = await askEndpoint(app, "/oauth/token", redemption(app, clientId, code));
      const first = tokensIn(given);
      const next = tokensIn(
        await askEndpoint(app, "/oauth/token", renewal(clientId, first.refresh)),
      );
      for (const [name, secret] of Object.entries({ ...first, a: next.access, r: next.refresh })) {
        remember(`token ${name}`, secret);
        // Secrets are also sent in places where they do not belong.
        await app.send(post({ method: "tools/list" }, "modern", { authorization: secret }));
        const path = `/mcp?token=${secret}`;
        await app.send(new Request(app.origin + path, { headers: { host: "localhost" } }));
        await askEndpoint(app, "/oauth/revoke", { client_id: secret, token: secret });
        await askEndpoint(app, "/oauth/token", { grant_type: secret, code: secret });
      }
    }
    const asked = { client_id: "layerwright-setup", scope: "keys" };
    const { body } = await askEndpoint(app, "/oauth/device", asked);
    remember("device code", String(body["device_code"]));
    const typed = await owner.send(await owner.open("/device"), "/device", {
      user_code: String(body["user_code"]),
    });
    await owner.send(typed, "/device", { confirm: "yes" });
    rememberCookies();
    // Opens the page again, now with a session of the OAuth library.
    await owner.open("/device");
    rememberCookies();

    ok(secrets.size > 12);
    const rows = Object.entries(await storedRows(database)).map(([, all]) => all.join("\n")).join(
      "\n",
    );
    const log = app.lines.join("");
    for (const [name, secret] of secrets) {
      ok(secret.length >= 20, `${name} ${secret}`);
      ok(!rows.includes(secret), `the database keeps ${name}`);
      ok(!log.includes(secret), `the log says ${name}`);
    }
  },
);
