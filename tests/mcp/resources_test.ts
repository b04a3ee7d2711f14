/** Resources: only the spec's schema and the visible files of projects. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { specSchema } from "../../spec/schema.ts";
import { inHostileFolder, SECRET } from "../http/hostile_folder.ts";
import { type Era, ERAS, type Reply, replyOf } from "../http/messages.ts";
import { type TestedApp, testedApp } from "../http/tested_app.ts";
import { readTree } from "../workspace/tree.ts";

async function read(app: TestedApp, uri: string, era: Era = "modern"): Promise<Reply> {
  return await replyOf(await app.ask({ method: "resources/read", params: { uri } }, era));
}

interface Content {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

function contentOf({ result, error }: Reply): Content {
  ok(result !== undefined, JSON.stringify(error));
  const [content, ...more] = result["contents"] as Content[];
  deepEqual(more, []);
  ok(content !== undefined);
  return content;
}

for (const era of ERAS) {
  Deno.test(`the spec schema can be read, and cached for an hour (${era})`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      const reply = await read(app, "layerwright://schema", era);
      const { uri, mimeType, text } = contentOf(reply);
      deepEqual([uri, mimeType], ["layerwright://schema", "application/schema+json"]);
      deepEqual(JSON.parse(text), specSchema);
      const { ttlMs, cacheScope } = reply.result ?? {};
      deepEqual([ttlMs, cacheScope], [3_600_000, "public"]);
    }));

  Deno.test(`a project file can be read, and is never cached (${era})`, () =>
    inHostileFolder(async (root) => {
      const uri = "layerwright://projects/shop/files/api/routes/products_route.py";
      const reply = await read(testedApp(root), uri, era);
      const path = join(root, "shop/api/routes/products_route.py");
      const text = Deno.readTextFileSync(path);
      deepEqual(contentOf(reply), { uri, mimeType: "text/x-python", text });
      const { ttlMs, cacheScope } = reply.result ?? {};
      deepEqual([ttlMs, cacheScope], [0, "private"]);
    }));
}

const FILES = "layerwright://projects";

for (
  const { behaviour, uri } of [
    { behaviour: "with escapes", uri: `${FILES}/sho%70/files/api/routes/products%5Froute.py` },
    {
      behaviour: "with an escaped slash",
      uri: `${FILES}/shop/files/api%2Froutes/products_route.py`,
    },
    {
      behaviour: "through a link inside",
      uri: `${FILES}/link_in/files/api/routes/products_route.py`,
    },
    { behaviour: "of the root", uri: `${FILES}/./files/shop/api/routes/products_route.py` },
  ]
) {
  Deno.test(`a file can be read by a URI ${behaviour}`, () =>
    inHostileFolder(async (root) => {
      const { text } = contentOf(await read(testedApp(root), uri));
      match(text, /HTTP handlers for \/products/);
    }));
}

const ABSENT: Readonly<Record<string, string>> = {
  "an absent file": `${FILES}/shop/files/absent.py`,
  "a folder": `${FILES}/shop/files/api`,
  "a folder with a slash": `${FILES}/shop/files/api/`,
  "no file": `${FILES}/shop/files/`,
  "no path": `${FILES}/shop`,
  "no project": `${FILES}//files/app.py`,
  "an absent project": `${FILES}/absent/files/app.py`,
  "a file for a project": `${FILES}/notes.txt/files/x`,
  "a hidden file": `${FILES}/shop/files/.env`,
  "a hidden file with an escape": `${FILES}/shop/files/%2Eenv`,
  "a hidden file with two escapes": `${FILES}/shop/files/%252Eenv`,
  "a hidden folder's file": `${FILES}/shop/files/.layerwright/manifest`,
  "a hidden file of the root": `${FILES}/./files/shop/.env`,
  "a hidden file of an escaped root": `${FILES}/%2e/files/shop/.env`,
  "a file of a hidden project": `${FILES}/.git/files/config`,
  "a file of a hidden project with an escape": `${FILES}/%2Egit/files/config`,
  "a file of a hidden folder in a project": `${FILES}/shop%2F.layerwright/files/manifest`,
  "a link to a hidden file": `${FILES}/shop/files/env.txt`,
  "a link to a hidden file of the folder above": `${FILES}/shop/files/api/env.txt`,
  "a link to a hidden file by way of the root": `${FILES}/./files/shop/env.txt`,
  "a link to a link to a hidden file": `${FILES}/./files/env_hop`,
  "a link to a hidden file of the root": `${FILES}/./files/git_config`,
  "a hidden folder's file by a link": `${FILES}/shop/files/settings/manifest`,
  "a hidden folder's file by a link of the root": `${FILES}/./files/to_git/config`,
  "a file of a hidden project by a link": `${FILES}/to_git/files/config`,
  "a way up": `${FILES}/shop/files/../../outside/api/__init__.py`,
  "an escaped way up": `${FILES}/shop/files/%2e%2e/%2E%2E/outside/api/__init__.py`,
  "an escaped slash in a way up": `${FILES}/shop/files/..%2f..%2Foutside%2fapi/__init__.py`,
  "a way up twice escaped": `${FILES}/shop/files/%252e%252e%252foutside/api/__init__.py`,
  "an overlong escape of a dot": `${FILES}/shop/files/%c0%ae%c0%ae/outside/api/__init__.py`,
  "a broken escape": `${FILES}/shop/files/%zz`,
  "half an escape": `${FILES}/shop/files/%`,
  "a project outside": `${FILES}/../files/outside/api/__init__.py`,
  "an escaped project outside": `${FILES}/%2e%2e%2foutside/files/api/__init__.py`,
  "a project behind a link out": `${FILES}/link_out/files/api/__init__.py`,
  "a file behind a link out": `${FILES}/./files/link_out/api/__init__.py`,
  "a file behind two links out": `${FILES}/./files/hop/api/__init__.py`,
  "an absolute path": `${FILES}/shop/files//etc/passwd`,
  "an escaped absolute path": `${FILES}/shop/files/%2Fetc%2Fpasswd`,
  "NUL": `${FILES}/shop/files/app.py%00.txt`,
  "a backslash": `${FILES}/shop/files/api%5Cerrors.py`,
  "another stream": `${FILES}/shop/files/app.py::$DATA`,
  "a device": `${FILES}/shop/files/con`,
  "a query": "layerwright://schema?x",
  "a fragment": "layerwright://schema#x",
  "the schema in capitals": "LAYERWRIGHT://SCHEMA",
  "another scheme": "file:///etc/passwd",
  "a web page": "http://127.0.0.1:8000/metrics",
  "no address": "",
  "a very long name": `${FILES}/shop/files/${"x".repeat(5_000)}`,
  "a very long path": `${FILES}/shop/files/${"x/".repeat(50_000)}x`,
  "an address of two million letters": `${FILES}/shop/files/${"x".repeat(2_000_000)}`,
};

for (const [behaviour, uri] of Object.entries(ABSENT)) {
  Deno.test(`${behaviour} is no resource`, () =>
    inHostileFolder(async (root) => {
      const app = testedApp(root);
      for (const era of ERAS) {
        const { result, error } = await read(app, uri, era);
        equal(result, undefined);
        equal(error?.code, -32602);
        doesNotMatch(error?.message.replaceAll(uri, "") ?? "", new RegExp(SECRET));
      }
      deepEqual(app.bugs, []);
    }));
}

Deno.test("no path to a hidden file can be read", () =>
  inHostileFolder(async (root) => {
    const app = testedApp(root);
    const hidden = Object.keys(readTree(root)).filter((path) =>
      !path.endsWith("/") && path.split("/").some((name) => name.startsWith("."))
    );
    ok(hidden.length > 2);
    for (const path of hidden) {
      const names = path.split("/");
      for (let split = 0; split < names.length; split++) {
        const project = split === 0 ? "." : encodeURIComponent(names.slice(0, split).join("/"));
        const file = names.slice(split).join("/");
        const { result } = await read(app, `${FILES}/${project}/files/${file}`);
        equal(result, undefined, `${project} ${file}`);
      }
    }
  }));

for (
  const [file, mimeType] of [
    ["a.py", "text/x-python"],
    ["a.json", "application/json"],
    ["a.md", "text/markdown"],
    ["a.toml", "application/toml"],
    ["a.yaml", "application/yaml"],
    ["a.txt", "text/plain"],
    ["Dockerfile", "text/plain"],
    ["a.constructor", "text/plain"],
    ["a.__proto__", "text/plain"],
  ] as const
) {
  Deno.test(`${file} is read as ${mimeType}`, async () => {
    const root = Deno.makeTempDirSync();
    try {
      Deno.mkdirSync(join(root, "shop"));
      Deno.writeTextFileSync(join(root, "shop", file), "text");
      const content = contentOf(await read(testedApp(root), `${FILES}/shop/files/${file}`));
      deepEqual([content.mimeType, content.text], [mimeType, "text"]);
    } finally {
      Deno.removeSync(root, { recursive: true });
    }
  });
}
