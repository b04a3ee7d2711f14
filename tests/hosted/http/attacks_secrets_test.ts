/** The log, the audit log and the database contain no secrets. */

import { revokeFirst } from "./browser.ts";
import { equal, match, ok } from "node:assert/strict";
import { ownerCode } from "../../../hosted/accounts/invitations.ts";
import { forEachServed } from "../storage/on_both.ts";
import { post, toolCall } from "../../http/messages.ts";
import { hostedApp, keyOf, ORIGIN, OWNER } from "./hosted_app.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = { routes: { products: { type: "GET", mock: [{ name: "a precious teapot" }] } } };

forEachServed("secrets appear once, to their owner", async (database) => {
  const app = await hostedApp(database);
  const secrets: Record<string, string> = { "the server's secret": app.options.secret };
  secrets["the owner's code"] = await ownerCode(database, Date.now()) ?? "";
  const owner = await app.owner();
  secrets["the owner's session"] = owner.cookies.get("session") ?? "";
  secrets["the owner's visitor"] = owner.cookies.get("visitor") ?? "";
  const invited = await owner.send(await owner.open("/people"), "/people", {
    email: "a@example.com",
  });
  const [, code = ""] = /\/invitation\?code=([\w-]+)/.exec(invited.html) ?? [];
  secrets["an invitation's code"] = code;
  const key = await keyOf(owner);
  secrets["a key"] = key;
  const page = await owner.open("/keys");
  for (const { action, fields } of page.forms) {
    secrets[`the token for ${action}`] = fields["form_token"] ?? "";
  }
  const made = await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const links = [...new Set(made.text.match(/\bhttp:\S+?signature=[\w-]+/g))];
  ok(links.length > 0);
  for (const link of links) {
    secrets[`the signature of ${link}`] = new URL(link).searchParams.get("signature") ?? "";
  }
  secrets["a password"] = OWNER.password;
  secrets["a wrong password"] = "a precious guess at it";
  for (const [name, secret] of Object.entries(secrets)) ok(secret.length >= 16, name);

  // Each secret is sent in every place where someone could enter it by mistake.
  const guest = app.browser();
  const login = await guest.open("/login");
  const headers = { authorization: `Bearer ${key}`, host: "localhost" };
  let at = 0;
  for (const secret of Object.values(secrets)) {
    const part = encodeURIComponent(secret);
    app.wait(16 * 60_000);
    await guest.send(login, "/login", { email: OWNER.email, password: secret });
    await guest.send(login, "/login", { email: secret, password: secret });
    await guest.send(login, "/login", { form_token: secret, password: secret });
    for (
      const path of [
        `/login?next=${part}`,
        `/owner?code=${part}`,
        `/invitation?code=${part}`,
        `/keys?token=${part}`,
        `/projects?token=${part}`,
        `/projects/shop/archive?signature=${part}`,
        `/api/audit?before=${part}`,
      ]
    ) {
      const answer = await owner.request(path, { headers: { referer: `${ORIGIN}/?${part}` } });
      await answer.body?.cancel();
      await (await app.send(new Request(ORIGIN + path, { headers }))).body?.cancel();
    }
    if (/^lw_/.test(secret)) {
      for (const path of [`/api/keys/${part}`, `/projects/${part}`, `/projects/${part}/archive`]) {
        await owner.request(path, { method: "DELETE" });
        await app.send(new Request(ORIGIN + path, { method: "DELETE", headers }));
      }
    }
    for (const authorization of [`Bearer ${secret}`, `Basic ${btoa(secret)}`, secret]) {
      await app.send(post(toolCall("get_project_info", {}), "modern", { authorization }));
    }
    const project = `shop${at++}`;
    await app.call(key, "generate_api", { project, spec: SPEC, files: { "a.txt": secret } });
    await app.call(key, "get_project_info", { project: secret });
    const cookie = `session=${secret}; visitor=${secret}`;
    await app.send(new Request(`${ORIGIN}/keys`, { headers: { host: "localhost", cookie } }));
  }
  for (const link of links) {
    equal((await app.send(new Request(link, { headers: { host: "localhost" } }))).status, 403);
  }
  await revokeFirst(owner, "/keys", "/keys/revoke");
  await owner.send(await owner.open("/keys"), "/logout");

  const log = app.lines.join("");
  const { files: _, changes: __, secrets: ___, ...tables } = await storedRows(database);
  const kept = JSON.stringify(tables);
  match(log, /"status":403/);
  for (const [name, secret] of Object.entries(secrets)) {
    ok(!log.includes(secret), `the log says ${name}`);
    ok(!kept.includes(secret), `the database keeps ${name}`);
  }
  ok(!`${log}${kept}`.includes("precious"));
});
