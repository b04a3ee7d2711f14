import { deepEqual, equal, match } from "node:assert/strict";
import { createMockServer } from "../../mock/mock_server.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const SPEC = checkedSpec(`{ "routes": { "products": {
  "methods": { "GET": { "mock": [{ "id": 1, "price": 24.50 }] }, "POST": { "body": { "name": "x" } } },
  "subroutes": { "old": { "methods": { "DELETE": { "status": 204 } } } }
} } }`);

function served() {
  const { fetch, replace } = createMockServer(SPEC, {
    name: "<b>shop.json",
    cors: false,
    delayMs: 0,
    wait: () => Promise.resolve(),
    now: () => 0,
    onAnswer: ({ target }) => {
      throw new Error(`${target} was told`);
    },
  });
  return { replace, ask: (path: string) => fetch(new Request(`http://localhost${path}`)) };
}

Deno.test("the docs page loads only its own files, under a strict policy", async () => {
  const { ask } = served();
  const page = await (await ask("/-/docs")).text();
  const files = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, path = ""]) => path);
  deepEqual(files, ["data:,", "/-/docs/style.css", "/-/docs/script.js"]);
  for (const path of ["/-/docs", ...files.slice(1), "/-/docs/endpoints.json"]) {
    const response = await ask(path);
    equal(response.status, 200, path);
    match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; /);
    equal(response.headers.get("x-content-type-options"), "nosniff");
    await response.body?.cancel();
  }
});

Deno.test("the docs page gets every endpoint, and again after each reload", async () => {
  const { ask, replace } = served();
  deepEqual(await (await ask("/-/docs/endpoints.json")).json(), {
    version: 0,
    name: "<b>shop.json",
    count: 3,
    endpoints: [
      {
        method: "GET",
        path: "/products",
        status: 200,
        accepts: "",
        body: null,
        response: '[\n  {\n    "id": 1,\n    "price": 24.50\n  }\n]',
      },
      {
        method: "POST",
        path: "/products",
        status: 201,
        accepts: "name text",
        body: '{\n  "name": "x"\n}',
        response: '"Successfully created products with data: ..."',
      },
      {
        method: "DELETE",
        path: "/products/old",
        status: 204,
        accepts: "",
        body: null,
        response: "",
      },
    ],
  });
  equal((await ask("/-/docs/endpoints.json?since=0")).status, 204);
  replace(checkedSpec('{"routes": {"a": {"type": "GET"}}}'));
  const { version, count } = await (await ask("/-/docs/endpoints.json?since=0")).json();
  deepEqual([version, count], [1, 1]);
});
