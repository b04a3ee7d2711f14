import { deepEqual, equal, match } from "node:assert/strict";
import { specToOpenApi } from "../../mod.ts";
import { createMockServer } from "../../mock/mock_server.ts";
import { checkedSpec } from "../generators/written_projects.ts";

const TEXT = `{ "routes": { "products": {
  "methods": { "GET": { "mock": [{ "id": 1, "price": 24.50 }] }, "POST": { "body": { "name": "x" } } },
  "subroutes": { "old": { "methods": { "DELETE": { "status": 204 } } } }
} } }`;
const SPEC = checkedSpec(TEXT);

/** The server reports only answers of the app. */
function unexpected({ target }: { readonly target: string }): void {
  throw new Error(`${target} was answered by the app`);
}

function served({ spec = SPEC, cors = false, title = "shop", onAnswer = unexpected } = {}) {
  const { fetch, replace } = createMockServer(spec, {
    name: "<b>shop.json",
    title,
    cors,
    isLocal: false,
    delayMs: 0,
    wait: () => Promise.resolve(),
    now: () => 0,
    onAnswer,
  });
  return { fetch, replace, ask: (path: string) => fetch(new Request(`http://localhost${path}`)) };
}

Deno.test("the docs page loads only its own files, under a strict policy", async () => {
  const { ask } = served();
  const page = await (await ask("/-/docs")).text();
  const files = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, path = ""]) => path);
  deepEqual(files, ["data:,", "docs/style.css", "docs/script.js", "openapi.json"]);
  const own = files.slice(1).map((path) => `/-/${path}`);
  for (const path of ["/-/docs", ...own, "/-/docs/endpoints.json"]) {
    const response = await ask(path);
    equal(response.status, 200, path);
    match(response.headers.get("content-security-policy") ?? "", /^default-src 'none'; /);
    equal(response.headers.get("x-content-type-options"), "nosniff");
    await response.body?.cancel();
  }
});

Deno.test("HEAD of the docs page answers like GET, without a body", async () => {
  const { fetch } = served();
  for (const path of ["/-/docs", "/-/docs/endpoints.json?since=0", "/-/openapi.json"]) {
    const [got, head] = await Promise.all(
      ["GET", "HEAD"].map((method) => fetch(new Request(`http://localhost${path}`, { method }))),
    );
    equal(head?.status, got?.status, path);
    deepEqual([...head?.headers ?? []], [...got?.headers ?? []], path);
    equal(await head?.text(), "", path);
    await got?.body?.cancel();
  }
});

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

Deno.test("browsers get from / to the docs page, and programs get the app's response", async () => {
  const { fetch } = served({ onAnswer: () => {} });
  const ask = async (path: string, init: RequestInit) => {
    const { status, headers } = await fetch(new Request(`http://localhost${path}`, init));
    return [status, headers.get("location")];
  };
  const page = [302, "-/docs"];
  deepEqual(await ask("/", { headers: BROWSER }), page);
  deepEqual(await ask("/?a=b", { headers: BROWSER }), page);
  deepEqual(await ask("/", { headers: BROWSER, method: "HEAD" }), page);
  deepEqual(await ask("/", { headers: BROWSER, method: "POST" }), [404, null]);
  deepEqual(await ask("/", { headers: { accept: "*/*" } }), [404, null]);
  deepEqual(await ask("/", {}), [404, null]);
  deepEqual(await ask("/none", { headers: BROWSER }), [404, null]);
  deepEqual(await ask("/-/docs/", {}), [302, "../docs"]);
});

Deno.test("an endpoint of the spec hides a part of the docs at the same path", async () => {
  const path = "/-/openapi.json";
  const spec = checkedSpec(
    `{ "routes": { "own": { "path": "${path}", "type": "GET", "mock": 1 } } }`,
  );
  const answered: string[] = [];
  const { ask } = served({ spec, onAnswer: ({ target }) => void answered.push(target) });
  equal(await (await ask(path)).text(), "1\n");
  equal((await ask("/-/docs")).status, 200);
  deepEqual(answered, [path]);
});

Deno.test("the docs page gets every endpoint, and again after each reload", async () => {
  const { ask, replace } = served();
  deepEqual(await (await ask("/-/docs/endpoints.json")).json(), {
    version: 0,
    isLive: true,
    name: "<b>shop.json",
    count: 3,
    endpoints: [
      {
        method: "GET",
        path: "/products",
        status: 200,
        parameters: [],
        accepts: "",
        body: null,
        response: '[\n  {\n    "id": 1,\n    "price": 24.50\n  }\n]',
        errors: [],
      },
      {
        method: "POST",
        path: "/products",
        status: 201,
        parameters: [],
        accepts: "name text",
        body: '{\n  "name": "x"\n}',
        response: '"Successfully created products with data: ..."',
        errors: [],
      },
      {
        method: "DELETE",
        path: "/products/old",
        status: 204,
        parameters: [],
        accepts: "",
        body: null,
        response: "",
        errors: [],
      },
    ],
  });
  equal((await ask("/-/docs/endpoints.json?since=0")).status, 204);
  replace(checkedSpec('{"routes": {"a": {"type": "GET"}}}'));
  const { version, count } = await (await ask("/-/docs/endpoints.json?since=0")).json();
  deepEqual([version, count], [1, 1]);
});

Deno.test("a mock serves its OpenAPI document, and another one after each reload", async () => {
  const { ask, replace } = served();
  const first = await ask("/-/openapi.json");
  equal(first.headers.get("content-type"), "application/json; charset=utf-8");
  const { data } = await specToOpenApi(TEXT, { title: "shop" });
  equal(await first.text(), data?.document);
  replace(checkedSpec('{"routes": {"a": {"type": "GET"}}}'));
  const { info, paths } = await (await ask("/-/openapi.json")).json();
  deepEqual([info.title, Object.keys(paths)], ["shop", ["/a"]]);
});

Deno.test("mocks of the same spec have documents with their own titles", async () => {
  for (const title of ["shop", "store"]) {
    const { info } = await (await served({ title }).ask("/-/openapi.json")).json();
    equal(info.title, title);
  }
});

Deno.test("a mock with CORS lets pages of any origin read its OpenAPI document", async () => {
  const response = await served({ cors: true }).ask("/-/openapi.json");
  equal(response.headers.get("access-control-allow-origin"), "*");
});
