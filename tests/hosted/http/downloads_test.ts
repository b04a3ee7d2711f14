/** Downloads that clients do not read count against the limit of their account. */

import { deepEqual, equal } from "node:assert/strict";
import { LIFETIMES, milliseconds } from "../../../hosted/accounts/limits.ts";
import { signLink } from "../../../hosted/accounts/signed_links.ts";
import { MAX_DOWNLOADS_PER_ACCOUNT } from "../../../hosted/http/project_downloads.ts";
import { withDatabase } from "../storage/on_both.ts";
import { CLIENT, hostedApp, keyOf } from "./hosted_app.ts";

Deno.test("an account has a limited number of unread downloads, with keys and links", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    const owner = await app.owner();
    const key = await keyOf(owner);
    const otherKey = await keyOf(await app.member(owner, "member@example.com"));
    const spec = { routes: { orders: { type: "GET" } } };
    for (const each of [key, otherKey]) {
      await app.call(each, "generate_api", { project: "shop", spec });
    }
    const unread: (() => void)[] = [];
    const statusOf = async (path: string, bearer: string | null) => {
      const headers = {
        host: "localhost",
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      };
      const request = new Request(`${app.origin}${path}`, { headers });
      const response = await app.fetch(request, CLIENT, (done) => unread.push(done));
      await response.body?.cancel();
      return response.status;
    };
    const [{ id: accountId }] = await database.all<{ id: string }>(
      "SELECT id FROM accounts WHERE role = 'owner'",
    ) as [{ id: string }];
    const path = "/projects/shop/archive";
    const expiresAt = Date.now() + milliseconds(LIFETIMES.signedLink);
    const link = signLink(app.options.secret, { path, params: {}, accountId, expiresAt });
    const asks = Array.from(
      { length: 3 * MAX_DOWNLOADS_PER_ACCOUNT },
      (_, index) => index % 2 === 0 ? statusOf(path, key) : statusOf(link, null),
    );
    const statuses = await Promise.all(asks);
    deepEqual(
      [200, 429].map((status) => statuses.filter((each) => each === status).length),
      [MAX_DOWNLOADS_PER_ACCOUNT, 2 * MAX_DOWNLOADS_PER_ACCOUNT],
    );
    equal(app.inFlight(), statuses.length);
    equal(await statusOf(path, key), 429);
    equal(await statusOf(path, otherKey), 200);
    unread.splice(0).forEach((done) => done());
    equal(app.inFlight(), 0);
    equal(await statusOf(path, key), 200);
  }));
