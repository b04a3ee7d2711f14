/** The limit on bytes of concurrent bodies per account. */

import { deepEqual, equal, match } from "node:assert/strict";
import { MAX_BODY_BYTES } from "../../../http/guards.ts";
import { BODY_LIMIT } from "../../../http/mcp_routes.ts";
import { withDatabase } from "../storage/on_both.ts";
import { post } from "../../http/messages.ts";
import { CLIENT, hostedApp, keyOf } from "./hosted_app.ts";

/** Headers of bodies that may be as long as the limit: with a declared length, and in chunks. */
const LONGEST = {
  "with a length": { "content-length": String(BODY_LIMIT) },
  "in chunks": { "transfer-encoding": "chunked" },
};

for (const [what, length] of Object.entries(LONGEST)) {
  Deno.test(`long bodies ${what} of one account leave room for others`, () =>
    withDatabase("sqlite", async (database) => {
      const app = await hostedApp(database);
      const owner = await app.owner();
      const key = await keyOf(owner);
      const otherKey = await keyOf(await app.member(owner, "member@example.com"));
      const unread: (() => void)[] = [];
      const ask = async (bearer: string, headers: Readonly<Record<string, string>>) => {
        const authorization = `Bearer ${bearer}`;
        const request = post({ method: "tools/list" }, "modern", { authorization, ...headers });
        return await app.fetch(request, CLIENT, (done) => unread.push(done));
      };
      const most = MAX_BODY_BYTES / BODY_LIMIT;
      const statuses: number[] = [];
      for (let count = 0; count < most; count++) statuses.push((await ask(key, length)).status);
      deepEqual(new Set(statuses), new Set([200]));
      const refused = await ask(key, length);
      equal(refused.status, 429);
      match(await refused.text(), /Too many long requests at once from your account/);
      equal((await ask(otherKey, length)).status, 200);
      unread.splice(0).forEach((done) => done());
      equal((await ask(key, length)).status, 200);
    }));
}
