/** The page of a project's status: states, places, deleted files, problems, and hostile projects. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { readHostedFile } from "../../../hosted/projects/listing.ts";
import { forEachServed } from "../storage/on_both.ts";
import { type Browser, linksOf, type Page, unescaped } from "./browser.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";
import { skeleton } from "./skeleton.ts";
import { storedRows } from "./stored_rows.ts";

const SPEC = {
  routes: {
    products: { type: "GET", mock: [1], subroutes: { sale: { type: "POST" } } },
    ping: { type: "GET" },
  },
};

const STATUS = "/dashboard/projects/shop/status";

interface Shop {
  readonly app: TestedHostedApp;
  readonly owner: Browser;
  /** Stores files, like an agent that edited them. */
  store(files: Readonly<Record<string, string | null>>): Promise<void>;
  text(path: string): Promise<string>;
}

async function shop(app: TestedHostedApp): Promise<Shop> {
  const owner = await app.owner();
  const key = await keyOf(owner);
  await app.call(key, "generate_api", { project: "shop", spec: SPEC });
  const [account] = await app.database.all<{ id: string }>("SELECT id FROM accounts");
  const place = { accountId: account?.id ?? "", name: "shop" };
  return {
    app,
    owner,
    async store(files) {
      // An endpoint that exists already, so that only the files change.
      const route = { project: "shop", route: "ping", type: "GET", files };
      await app.call(key, "generate_route", route);
    },
    async text(path) {
      return (await readHostedFile(app.database, place, path, 100_000))?.text ?? "";
    },
  };
}

/** Returns the visible text of a page, with one space for white space. */
function wordsOf({ html }: Page): string {
  return unescaped(html.replace(/<\/?bdi>/g, "").replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
}

forEachServed(
  "a project as generated is in order, with a link to each handler",
  async (database) => {
    const { owner } = await shop(await hostedApp(database));
    ok(linksOf(await owner.open("/dashboard/projects/shop")).includes(STATUS));
    const page = await owner.open(STATUS);
    const words = wordsOf(page);
    match(words, /shop: in order\. 3 endpoints\./);
    match(words, /same GET \/products api\/routes\/products_route\.py, line \d+/);
    doesNotMatch(words, /Different|Deleted|Problems|no records/);
    for (const href of linksOf(page)) equal((await owner.request(href)).status, 200, href);
  },
);

forEachServed("the page shows what people did, and where", async (database) => {
  const { owner, store, text } = await shop(await hostedApp(database));
  const route = await text("api/routes/products_route.py");
  const service = await text("api/services/ping_service.py");
  await store({
    "api/routes/products_route.py": route.replace('"/sale"', '"/offers"'),
    "api/services/ping_service.py": service.replace(
      "        return",
      "        print()\n        return",
    ),
    "api/late.py": "from flask import Blueprint\n\nlate_bp = Blueprint('late', __name__)\n\n\n" +
      "@late_bp.get('/late')\ndef get(): ...\n",
    "api/broken.py": "def f(:\n",
    "Dockerfile": null,
  });
  const before = await storedRows(database);
  const page = await owner.open(STATUS);
  const words = wordsOf(page);
  match(words, /shop: 2 of 4 endpoints differ from what was generated, 1 problem\./);
  match(words, /changed POST \/products\/offers was \/products\/sale api\/routes\/products_route/);
  match(words, /unregistered GET \/late .*late_bp.* api\/late\.py, line 6/);
  match(words, /edited GET \/ping Edited in api\/services\/ping_service\.py, line \d+/);
  match(words, /Deleted files .* Dockerfile/);
  match(words, /Problems api\/broken\.py, line 1 /);
  for (const word of ["changed", "unregistered", "edited", "same"]) {
    match(page.html, new RegExp(`<dt>${word}</dt><dd>\\w`));
  }
  doesNotMatch(page.html, /<dt>beside/);
  for (const href of linksOf(page)) equal((await owner.request(href)).status, 200, href);
  deepEqual(await storedRows(database), before);
});

forEachServed("a project without records says that nothing is compared", async (database) => {
  const { owner, app } = await shop(await hostedApp(database));
  await app.database.transaction((queries) =>
    queries.all("DELETE FROM files WHERE path LIKE '.layerwright/%'")
  );
  const words = wordsOf(await owner.open(STATUS));
  match(words, /Layerwright has no records of this project/);
  match(words, /beside GET \/ping/);
});

const HOSTILE = [
  "<script>alert(1)</script>",
  "'><img/src=x/onerror=alert(1)>",
  "</code></p><h1>Log/in</h1>",
  "&lt;b&gt;&amp;",
  "<!--",
  "{{7*7}}${7*7}",
  "\u202e",
];

forEachServed("hostile paths, records and names of files stay text", async (database) => {
  const { owner, app } = await shop(await hostedApp(database));
  const routes = HOSTILE.map((text, index) =>
    `@b.get(${JSON.stringify(`/${text}`)})\ndef f${index}(): ...\n`
  );
  const files = {
    "own.py": `from flask import Blueprint\nb = Blueprint('b', __name__)\n${routes.join("")}`,
    "a'onclick='alert(1)'.py": "def f(:\n",
  };
  const hash = "0123456789abcdef";
  const manifest = ["layerwright <b>1</b>", ...HOSTILE.map((text) => `file ${text} ${hash}`), ""];
  const record = HOSTILE.flatMap((text) => [
    `endpoint GET /${text} ${text} spec ${hash}`,
    `route f0 ${hash}`,
    `mock ../../${text} ${hash}`,
    "",
  ]);
  await database.transaction(async (queries) => {
    const all = {
      ...files,
      ".layerwright/manifest": manifest.join("\n"),
      ".layerwright/routes/products": record.join("\n"),
      ".layerwright/routes/%3Cb%3E": record.join("\n"),
    };
    for (const [path, text] of Object.entries(all)) {
      await queries.all(
        "INSERT INTO files (project_id, path, text) SELECT id, $1, $2 FROM projects " +
          "WHERE true ON CONFLICT (project_id, path) DO UPDATE SET text = excluded.text",
        path,
        text,
      );
    }
  });
  const page = await owner.open(STATUS);
  equal(page.status, 200);
  const tags = skeleton(page.html);
  ok(tags.every(([tag]) => !/^(?:script|img|b$)/.test(tag)), JSON.stringify(tags));
  equal(tags.filter(([tag]) => tag === "h1").length, 1);
  ok(tags.every(([, ...all]) => all.every((each) => !/^on\w/.test(each))));
  const words = wordsOf(page);
  // Paths are shown as specs write them, with parameters in braces.
  for (const text of ["{script}alert(1){/script}", "/&lt;b&gt;&amp; ", "/<!-- "]) {
    ok(words.includes(text), text);
  }
  doesNotMatch(app.lines.join(""), /"bug"/);
});

forEachServed("the page stays small, and counts what it leaves out", async (database) => {
  const { owner, app } = await shop(await hostedApp(database));
  const cases = [
    "b = Blueprint('b', __name__)\n" +
    Array.from({ length: 9_000 }, (_, i) => `@b.get('/${i}')\ndef f${i}(): ...\n`).join(""),
    `b = Blueprint('b', __name__)\nb.add_url_rule('${"x".repeat(100_000)}', '${
      "y".repeat(100_000)
    }')\n`,
  ];
  for (const [index, text] of cases.entries()) {
    await database.transaction(async (queries) => {
      await queries.all("DELETE FROM files WHERE path = 'b.py'");
      await queries.all(
        "INSERT INTO files (project_id, path, text) SELECT id, 'b.py', $1 FROM projects",
        text,
      );
    });
    const page = await owner.open(STATUS);
    equal(page.status, 200);
    equal(/8,903 more entries are not shown/.test(wordsOf(page)), index === 0);
    ok(page.html.length < 200_000, `${page.html.length} characters`);
  }
  doesNotMatch(app.lines.join(""), /"bug"/);
});

forEachServed("a project that is too large is not analyzed", async (database) => {
  const { owner } = await shop(await hostedApp(database));
  await database.transaction((queries) =>
    queries.all(
      "INSERT INTO files (project_id, path, text) SELECT id, 'b.py', $1 FROM projects",
      "#".repeat(1_000_000),
    )
  );
  match(wordsOf(await owner.open(STATUS)), /too large to analyze here/);
});

forEachServed("a project with long paths is not analyzed", async (database) => {
  const { owner } = await shop(await hostedApp(database));
  await database.transaction(async (queries) => {
    const add = "INSERT INTO files (project_id, path, text) SELECT id, $1, '' FROM projects";
    for (let index = 0; index < 1_050; index++) {
      await queries.all(add, `${index}/${`${"x".repeat(45)}/`.repeat(20)}${"y".repeat(40)}`);
    }
  });
  match(wordsOf(await owner.open(STATUS)), /too large to analyze here/);
});

forEachServed("only the account of a project sees its status", async (database) => {
  const { app, owner } = await shop(await hostedApp(database));
  const member = await app.member(owner, "member@example.com");
  equal((await member.request(STATUS)).status, 404);
  const stranger = await app.browser().request(STATUS);
  equal(stranger.status, 303);
  match(stranger.headers.get("location") ?? "", /^\/login\?next=%2Fdashboard/);
  for (const name of ["none", "..%2Fshop", "a%00b", "x".repeat(5_000)]) {
    equal((await owner.request(`/dashboard/projects/${name}/status`)).status, 404, name);
  }
});
