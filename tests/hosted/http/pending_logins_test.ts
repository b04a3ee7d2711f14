import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Hono } from "hono";
import type { HttpEnv } from "../../../http/exchange.ts";
import type { Hosted } from "../../../hosted/http/hosted.ts";
import { beginPending, type Purpose, takePending } from "../../../hosted/http/pending_logins.ts";
import type { KnownVisitor } from "../../../hosted/http/visitors.ts";

const TEN_MINUTES_MS = 600_000;
const PURPOSE: Purpose = { kind: "link", accountId: "acc_1" };

interface Scene {
  readonly binding?: string;
  readonly secret?: string;
  readonly time?: number;
}

/** Creates an app for one browser, with routes that begin and finish a login. */
function appFor({ binding = "browser", secret = "secret", time = 0 }: Scene): Hono<HttpEnv> {
  const hosted = { secret, time: () => time, origin: () => "http://localhost" } as Hosted;
  const known = { binding } as KnownVisitor;
  const app = new Hono<HttpEnv>();
  app.get("/begin", (c) => {
    const begun = { upstream: "github", purpose: PURPOSE } as const;
    return c.json(beginPending(c, hosted, known, begun));
  });
  app.get("/take", (c) => c.json(takePending(c, hosted, known)));
  return app;
}

async function begin() {
  const answer = await appFor({}).request("/begin");
  const [header = ""] = answer.headers.getSetCookie();
  const [, cookie = ""] = /^upstream=([^;]*); Max-Age=600; /.exec(header) ?? [];
  return { pending: await answer.json(), cookie };
}

async function take(cookie: string, scene: Scene = {}) {
  const answer = await appFor(scene).request("/take", { headers: { cookie } });
  return { pending: await answer.json(), cookies: answer.headers.getSetCookie() };
}

Deno.test("takePending returns the login that the browser began", async () => {
  const { pending, cookie } = await begin();
  const taken = await take(`upstream=${cookie}`);
  deepEqual(taken.pending, pending);
  deepEqual([pending.upstream, pending.purpose, pending.expiresAt], [
    "github",
    PURPOSE,
    TEN_MINUTES_MS,
  ]);
  for (const secret of Object.values(pending.attempt)) match(String(secret), /^[\w-]{43}$/);
  equal(new Set(Object.values(pending.attempt)).size, 3);
  notEqual((await begin()).pending.attempt.state, pending.attempt.state);
});

Deno.test("takePending deletes the cookie, valid or not", async () => {
  const { cookie } = await begin();
  for (const value of [cookie, "", "x", `${cookie}x`]) {
    const { cookies } = await take(`upstream=${value}`);
    match(cookies.join(), /^upstream=; Max-Age=0; /, value);
  }
  deepEqual(await take("visitor=x"), { pending: null, cookies: [] });
});

Deno.test("takePending accepts a login for ten minutes", async () => {
  const { cookie, pending } = await begin();
  const at = async (time: number) => (await take(`upstream=${cookie}`, { time })).pending;
  deepEqual(await at(TEN_MINUTES_MS - 1), pending);
  equal(await at(TEN_MINUTES_MS), null);
});

Deno.test("takePending rejects changed logins and those of another browser or server", async () => {
  const { cookie } = await begin();
  for (const scene of [{ binding: "another" }, { binding: "" }, { secret: "another" }]) {
    equal((await take(`upstream=${cookie}`, scene)).pending, null);
  }
  const [text = "", mac = ""] = cookie.split(".");
  const other = JSON.parse(Buffer.from(text, "base64url").toString());
  const planted = { ...other, purpose: { kind: "link", accountId: "acc_2" } };
  const changed = Buffer.from(JSON.stringify(planted)).toString("base64url");
  for (const value of [`${changed}.${mac}`, `${text}.`, text, `.${mac}`, `${text}.${mac}A`]) {
    equal((await take(`upstream=${value}`)).pending, null, value);
  }
});
