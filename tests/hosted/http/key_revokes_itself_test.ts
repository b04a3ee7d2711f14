/** A key that revokes itself, as for `setup logout`. */

import { deepEqual, equal, match } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { post } from "../../http/messages.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";

async function revoke(app: TestedHostedApp, headers: Record<string, string>): Promise<Response> {
  const request = new Request(`${app.origin}/api/keys/current`, {
    method: "DELETE",
    headers: { host: new URL(app.origin).host, ...headers },
  });
  return await app.send(request);
}

function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}

async function opens(app: TestedHostedApp, key: string): Promise<boolean> {
  const response = await app.send(post({ method: "tools/list" }, "modern", bearer(key)));
  await response.body?.cancel();
  return response.ok;
}

forEachServed(
  "DELETE /api/keys/current revokes only the key of the request",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const [key, other] = [await keyOf(owner, { access: "read" }), await keyOf(owner)];
    const done = await revoke(app, bearer(key));
    deepEqual([done.status, await done.text()], [204, ""]);
    deepEqual([await opens(app, key), await opens(app, other)], [false, true]);
    const audit = await database.all<{ event: string }>("SELECT event FROM audit");
    equal(audit.filter(({ event }) => event === "key-revoked").length, 1);
    const again = await revoke(app, bearer(key));
    equal(again.status, 401);
    match(
      again.headers.get("www-authenticate") ?? "",
      /^Bearer realm="layerwright", error="invalid_token"/,
    );
  },
);

forEachServed(
  "DELETE /api/keys/current requires the key",
  async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const key = await keyOf(owner);
    const [[name, value] = ["", ""]] = owner.cookies;
    const cookies = { cookie: `${name}=${value}`, origin: app.origin };
    const strangers = [{}, cookies, bearer("x"), bearer(`${key}x`), { authorization: key }];
    for (const headers of strangers) equal((await revoke(app, headers)).status, 401);
    equal(await opens(app, key), true);
  },
);
