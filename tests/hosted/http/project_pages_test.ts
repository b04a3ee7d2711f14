/** The project pages: content, access, and deleting a project. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { forEachServed } from "../storage/on_both.ts";
import { type Browser, linksOf, unescaped } from "./browser.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";
import { skeleton } from "./skeleton.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = {
  routes: {
    products: { type: "GET", subroutes: { sale: { type: "POST" } } },
    ping: { type: "GET" },
  },
};

const SHOP = "/dashboard/projects/shop";

interface Shop {
  readonly app: TestedHostedApp;
  readonly owner: Browser;
  readonly member: Browser;
  readonly key: string;
}

/** Creates a project of the owner. */
async function shop(app: TestedHostedApp): Promise<Shop> {
  const owner = await app.owner();
  const member = await app.member(owner, "member@example.com");
  const key = await keyOf(owner);
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  return { app, owner, member, key };
}

/** Adds files to the project, like an agent that edited them. */
async function store({ database }: TestedHostedApp, files: Readonly<Record<string, string>>) {
  await database.transaction(async (queries) => {
    for (const [path, text] of Object.entries(files)) {
      await queries.all(
        "INSERT INTO files (project_id, path, text) SELECT id, $1, $2 FROM projects",
        path,
        text,
      );
    }
  });
}

function file(path: string): string {
  return `${SHOP}/file?path=${encodeURIComponent(path)}`;
}

forEachServed("a project's page shows its routes as diagrams and as a list", async (database) => {
  const { owner, app } = await shop(await hostedApp(database));
  await store(app, { "api/broken.py": "def a(:\n" });
  const list = await owner.open("/dashboard/projects");
  ok(linksOf(list).includes(SHOP));
  const page = await owner.open(SHOP);
  match(page.html, /aria-label="Route products: GET \/products, POST \/products\/sale"/);
  match(page.html, /shop: 2 routes, 3 endpoints, 1 problem\./);
  match(page.html, /Revision 1, changed/);
  for (const path of ["/changes/chg_", "/file?path=Dockerfile", "#L1", "/archive?format=zip"]) {
    ok(linksOf(page).some((href) => href.includes(path)), path);
  }
  for (const href of linksOf(page)) {
    // Each visit redirects to a new address of the preview.
    const status = href.endsWith("/preview") ? 303 : 200;
    equal((await owner.request(href)).status, status, href);
  }
});

forEachServed(
  "files are highlighted, have an anchor per line, and are cut if long",
  async (database) => {
    const { owner, app } = await shop(await hostedApp(database));
    const long = "x = 1\n".repeat(50_000);
    await store(app, {
      "a.py": 'def f():\n    """one\n    two"""\n',
      "b.toml": "[a]\r\nb = 'c'\r\n",
      "c.md": "# Title\n",
      "d.txt": "def f\n",
      "e.json": '{"a": 1}',
      "f.yaml": "a: true",
      "empty.py": "",
      "long.py": long,
      "wide.toml": "a".repeat(90_000),
    });
    const cases = [
      ["a.py", /<span class="line" id="L3"><span class="hljs-string"> {4}two/],
      ["b.toml", /<span class="line" id="L1"><span class="hljs-section">\[a\]/],
      ["c.md", /hljs-section/],
      ["d.txt", /id="L1">def f\n/],
      ["e.json", /hljs-attr/],
      ["f.yaml", /hljs-literal/],
      ["empty.py", /id="L1">\n/],
      ["Dockerfile", /hljs-keyword/],
      ["long.py", /This file is too long/],
      ["wide.toml", /id="L1">a{90000}\n/],
    ] as const;
    for (const [path, shown] of cases) {
      const page = await owner.open(file(path));
      equal(page.status, 200);
      match(page.html, shown, path);
      equal(/This file is too long/.test(page.html), path === "long.py");
      match(page.html, /aria-current="page"><bdi>/);
    }
  },
);

forEachServed(
  "the page of any file or patch stays small",
  async (database) => {
    const { owner, key, app } = await shop(await hostedApp(database));
    const texts = {
      "nested.py": "def a(\n".repeat(4_200),
      "breaks.txt": "\n".repeat(99_000),
      "returns.py": "\r".repeat(99_000),
      "numbers.py": "1 ".repeat(200).padEnd(401, "\n").repeat(70),
    };
    await store(app, texts);
    const most = 1_500_000;
    for (const path of Object.keys(texts)) {
      const { html } = await owner.open(file(path));
      ok(html.length < most, `${path}: ${html.length} characters`);
      equal(
        /This file is too long/.test(html),
        path !== "nested.py" && path !== "numbers.py",
        path,
      );
    }
    await app.call(key, "generate_route", {
      project: "shop",
      route: "more",
      files: { "a/breaks.txt": texts["breaks.txt"] },
    });
    const page = await owner.open(SHOP);
    const changes = linksOf(page).filter((href) => /\/changes\/[^/]+$/.test(href));
    const patches = await Promise.all(changes.map((href) => owner.open(href)));
    for (const { html } of patches) ok(html.length < most, `${html.length} characters`);
    ok(patches.some(({ html }) => /This patch is too long/.test(html)));
  },
);

forEachServed("a project's page stays small, and counts what it leaves out", async (database) => {
  const { owner, app } = await shop(await hostedApp(database));
  const cases = [
    [
      "b = Blueprint('b', __name__)\n" +
      Array.from({ length: 9_000 }, (_, i) => `@b.get('/${i}')\ndef f${i}(): ...\n`).join(""),
      "9,003 endpoints, 0 problems.8,900 more entries",
    ],
    [
      `b = Blueprint('b', __name__, url_prefix='/${"x".repeat(240)}')\n` +
      "b.add_url_rule('')\n".repeat(9_000),
      "9,003 endpoints, 0 problems.8,900 more entries",
    ],
    [
      `b = Blueprint('b', __name__)\nb.add_url_rule('${"x".repeat(100_000)}', '${
        "y".repeat(100_000)
      }')\n`,
      "4 endpoints, 0 problems.",
    ],
  ] as const;
  for (const [text, shown] of cases) {
    await database.transaction((queries) => queries.all("DELETE FROM files WHERE path = 'b.py'"));
    await store(app, { "b.py": `from flask import Blueprint\n${text}` });
    const { html } = await owner.open(SHOP);
    ok(html.replace(/<[^>]*>/g, "").includes(shown), shown);
    ok(html.length < 1_500_000, `${html.length} characters`);
  }
});

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)' x='",
  "</code></pre></div><h1>Log in</h1>",
  "<!--",
  "&lt;b&gt;&amp;",
  "{{7*7}}${7*7}",
  "javascript:alert(1)",
  "\u202etxt.exe",
];

/** Valid file names that look like HTML or script URLs. */
const NAMES = [
  "a' onmouseover='alert(1)' x='.py",
  "&lt;b&gt;&amp;.py",
  "#L1&path=x?y.py".replaceAll("?", ""),
  "javascript(1).md",
  "%3cscript%3e.json",
  "\u202etxt.toml",
  "é😀.yaml",
];

forEachServed("hostile names and contents of files stay text", async (database) => {
  const { owner, app } = await shop(await hostedApp(database));
  const text = HOSTILE.join("\n");
  const plainNames = NAMES.map((name, index) => `plain${index}${/\.\w+$/.exec(name)?.[0]}`);
  await store(app, Object.fromEntries([...NAMES, ...plainNames].map((path) => [path, text])));
  const page = await owner.open(SHOP);
  for (const name of NAMES) {
    ok(linksOf(page).includes(file(name)), name);
    const { status, html } = await owner.open(file(name));
    equal(status, 200);
    const tags = skeleton(html);
    ok(tags.every(([tag]) => !/^(?:script|img|svg\/onload)/.test(tag)), name);
    equal(tags.filter(([tag]) => tag === "h1").length, 1);
    ok(tags.every(([, ...all]) => all.every((each) => !/^on\w/.test(each))), name);
    ok(unescaped(html.replace(/<\/?span[^>]*>/g, "")).includes(HOSTILE[0] ?? ""), name);
  }
  doesNotMatch(app.lines.join(""), /"bug"/);
});

forEachServed("HTML in names of routes and in patches stays text", async (database) => {
  const { owner, key, app } = await shop(await hostedApp(database));
  const route = "from flask import Flask\n\napp = Flask(__name__)\n\n\n" +
    "@app.get('/<b>x</b><script>alert(1)</script>')\ndef index(): ...\n";
  await store(app, { "own.py": `${route}# </code></pre><h1>x</h1>\n` });
  const more = {
    project: "shop",
    route: "sale",
    type: "GET",
    files: { "c.txt": HOSTILE.join("\n") },
  };
  await app.call(key, "generate_route", more);
  const page = await owner.open(SHOP);
  doesNotMatch(page.html, /<script|<b>/);
  const changes = linksOf(page).filter((href) => /\/changes\/[^/]+$/.test(href));
  equal(changes.length > 1, true);
  for (const href of changes) {
    const { html } = await owner.open(href);
    doesNotMatch(html, /<script|<img|<!--/);
    match(html, /<span class="added">\+/);
  }
});

forEachServed("a project and its parts are visible only to its account", async (database) => {
  const { app, owner, member } = await shop(await hostedApp(database));
  const parts = linksOf(await owner.open(SHOP)).filter((href) => href.startsWith(SHOP));
  ok(parts.length > 20);
  for (const href of [SHOP, ...parts]) {
    equal((await member.request(href)).status, 404, href);
    const stranger = await app.browser().request(href);
    equal(stranger.status, 303, href);
    match(stranger.headers.get("location") ?? "", /^\/login\?next=%2Fdashboard/);
  }
  doesNotMatch((await member.open("/dashboard/projects")).html, /shop/);
});

forEachServed("missing projects, files and changes get 404, with any name", async (database) => {
  const { app, owner } = await shop(await hostedApp(database));
  const rows = await storedRows(database);
  const names = ["../secrets", "", "a\0b", "..", "/etc/passwd", "' OR 1=1 --", "x".repeat(5_000)];
  const paths = names.flatMap((name) => {
    const part = encodeURIComponent(name);
    return [
      file(name),
      `/dashboard/projects/${part}x/file?path=app.py`,
      `${SHOP}/changes/${part}x`,
    ];
  });
  paths.push(`${SHOP}/file?path=%ed%a0%80`, `${SHOP}/file`, "/dashboard/projects/none/delete");
  for (const path of paths) equal((await owner.request(path)).status, 404, path);
  equal((await owner.request(`${SHOP}/archive?format=rar`)).status, 400);
  deepEqual(await storedRows(database), rows);
  doesNotMatch(app.lines.join(""), /"bug"/);
});

forEachServed("deleting a project requires its name", async (database) => {
  const { owner, member } = await shop(await hostedApp(database));
  const page = await owner.open(`${SHOP}/delete`);
  const rows = await storedRows(database);
  for (const name of ["", "Shop", "shop2", "' OR 1=1 --"]) {
    const kept = await owner.send(page, `${SHOP}/delete`, { name });
    equal(kept.status, 422);
    match(kept.html, /Nothing was deleted/);
  }
  const body = new URLSearchParams({ name: "shop", form_token: "x" }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const foreign = await member.request(`${SHOP}/delete`, { method: "POST", headers, body });
  equal(foreign.status, 403);
  deepEqual(await storedRows(database), rows);
  const gone = await owner.send(page, `${SHOP}/delete`, { name: " shop " });
  match(gone.path, /\/dashboard\/projects$/);
  match(gone.html, /No projects yet/);
  deepEqual((await storedRows(database))["files"], []);
  equal((await owner.send(page, `${SHOP}/delete`, { name: "shop" })).status, 404);
});
