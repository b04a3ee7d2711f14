/** The OpenAPI documents of hosted projects. */

import { deepEqual, equal, match } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { hostedApp, keyOf } from "./hosted_app.ts";

const SPEC = {
  routes: { products: { type: "GET", mock: [{ id: 1 }], subroutes: { sale: { type: "POST" } } } },
};

forEachServed("a project has an OpenAPI document, for keys and on its page", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  const key = await keyOf(owner);
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const ask = (path: string) =>
    app.send(
      new Request(app.origin + path, {
        headers: { host: "localhost", authorization: `Bearer ${key}` },
      }),
    );
  const answer = await ask("/projects/shop/openapi.json");
  equal(answer.status, 200);
  match(answer.headers.get("Content-Type") ?? "", /^application\/json\b/);
  const text = await answer.text();
  const { info, paths } = JSON.parse(text);
  equal(info.title, "shop");
  deepEqual(Object.keys(paths), ["/products", "/products/sale"]);
  equal(await (await owner.request("/dashboard/projects/shop/openapi.json")).text(), text);
  match(
    (await owner.open("/dashboard/projects/shop")).html,
    /"\/dashboard\/projects\/shop\/openapi\.json"/,
  );
  const missing = await ask("/projects/shops/openapi.json");
  equal(missing.status, 404);
  const member = await app.member(owner, "member@example.com");
  equal((await member.request("/dashboard/projects/shop/openapi.json")).status, 404);
});
