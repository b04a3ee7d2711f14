import { deepEqual, equal } from "node:assert/strict";
import {
  describedWith,
  documentedWith,
  servedWith,
} from "../../../hosted/http/unreadable_endpoints.ts";
import { documentedSpec } from "../../../mock/docs_page.ts";
import { mockApp } from "../../../mock/mock_app.ts";
import { readSpec } from "../../../spec/read_spec.ts";

const { spec } = readSpec(
  { routes: { a: { type: "GET", subroutes: { b: { type: "GET" } } } } },
  { path: "spec.json" },
);

/** Returns what is unreadable if the endpoints with these methods and paths are. */
function unreadable(...endpoints: readonly (readonly [method: string, path: string])[]) {
  const file = { file: "api/x.py", line: 1, message: "invalid syntax" };
  return {
    files: [file],
    endpoints: endpoints.map(([method, path]) => ({ ...file, route: "a", method, path })),
  };
}

async function statusOf(path: string, lost: ReturnType<typeof unreadable>, method = "GET") {
  if (spec === null) throw new Error("The spec is invalid");
  const { status } = await servedWith(mockApp(spec), lost)({
    method,
    target: path,
    scheme: "http",
    host: "localhost",
    contentType: null,
    header: () => null,
    body: () => Promise.resolve(new Uint8Array(0)),
  });
  return status;
}

Deno.test("only the unreadable endpoints of a route are unavailable", async () => {
  const lost = unreadable(["GET", "/a/b"], ["PUT", "/c/{id:int}/d"]);
  const statuses = [
    await statusOf("/a", lost),
    await statusOf("/a/b", lost),
    await statusOf("/a/b", lost, "HEAD"),
    await statusOf("/c/7/d", lost, "PUT"),
    await statusOf("/c/7/d", lost),
    await statusOf("/c/x/d", lost, "PUT"),
  ];
  deepEqual(statuses, [200, 503, 503, 503, 405, 404]);
});

const STRANGE = [
  "",
  "?",
  "no-slash",
  "/{",
  "/}",
  "/{a",
  "/{a:list}",
  "/a{b}",
  "/{a}{b}",
  "/<int:id>",
  "/\n",
  `/${"{a}/".repeat(2_000)}`,
  `/${"a".repeat(20_000)}{`,
  "/__proto__",
  "//",
] as const;

for (const path of STRANGE) {
  Deno.test(`records with the path ${JSON.stringify(path.slice(0, 30))} break nothing`, async () => {
    if (spec === null) throw new Error("The spec is invalid");
    const lost = unreadable(["GET", path], ["?", path], ["PATCH", path], ["__proto__", path]);
    equal(await statusOf("/a", lost), 200);
    const served = { name: "a", title: "a", version: 1, isLive: false };
    const documented = documentedSpec({ ...served, spec: documentedWith(spec, lost) });
    JSON.parse(documented.content());
    JSON.parse(await documented.openApi());
    JSON.parse(describedWith('{"paths": {}}', lost));
  });
}

Deno.test("numbers of a document stay as they are", () => {
  const text = describedWith('{"paths": {"/b": {"get": {"x": 1.0}}}}', unreadable(["GET", "/a"]));
  equal(/"x": 1\.0/.test(text), true);
});
