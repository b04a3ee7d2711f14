/** Concurrent calls over real connections: no acknowledged call is lost. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { type AnalysisData, createMemoryWorkspace, generateApi } from "../../mod.ts";
import type { Connections } from "../../http/connections.ts";
import type { Projects } from "../../workspace/projects.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import {
  type Asked,
  type Era,
  post,
  replyOf,
  type ToolAnswer,
  toolAnswer,
  toolCall,
} from "./messages.ts";
import { serveApp } from "./served.ts";
import { projectsIn, testedApp } from "./tested_app.ts";

const CALLS = IS_FULL_TIER ? 1_000 : 40;

async function writeShop(root: string): Promise<void> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", { routes: { products: { type: "GET", mock: [1] } } });
  const files = [...workspace.files()].map(([path, text]) => [`shop/${path}`, text]);
  writeFiles(root, Object.fromEntries(files));
}

function urlOf({ port }: Connections): string {
  return `http://127.0.0.1:${port}/mcp`;
}

async function ask(url: string, asked: Asked, era: Era = "modern"): Promise<ToolAnswer> {
  return toolAnswer(await replyOf(await fetch(post(asked, era, { host: null }, url))));
}

function numbered<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

function addSubroute(number: number): Asked {
  const subroute = `s${String(number).padStart(4, "0")}`;
  return toolCall("generate_subroute", {
    project: "shop",
    route: "products",
    subroute,
    mock: number,
  });
}

/** Counts occurrences of words in a file. */
function counts(root: string, path: string, words: readonly string[]): number[] {
  const text = Deno.readTextFileSync(join(root, "shop", path));
  return words.map((word) => text.split(word).length - 1);
}

Deno.test(`${CALLS} concurrent calls each add a subroute to one project, in all layers`, () =>
  inTemporaryFolder(async (root) => {
    await writeShop(root);
    const app = testedApp(root);
    const server = await serveApp(app);
    const url = urlOf(server);
    const answers = await Promise.all(
      numbered(
        CALLS,
        (number) => ask(url, addSubroute(number), number % 2 === 0 ? "modern" : "legacy"),
      ),
    );
    deepEqual(answers.filter(({ report }) => report.status !== "applied"), []);

    const names = numbered(CALLS, (number) => `s${String(number).padStart(4, "0")}`);
    const once = names.map(() => 1);
    const definitions = names.map((name) => `def get_${name}(`);
    for (
      const [path, words] of [
        ["api/routes/products_route.py", definitions],
        ["api/services/products_service.py", definitions],
        ["api/repositories/products_repository.py", definitions],
        ["tests/test_products_route.py", names.map((name) => `def test_get_${name}(`)],
      ] as const
    ) deepEqual(counts(root, path, words), once, path);

    const { report } = await ask(url, toolCall("analyze_project", { project: "shop" }));
    equal(
      report.message,
      `shop: 1 route, ${(CALLS + 1).toLocaleString("en")} endpoints, 0 problems`,
    );
    await server.shutdown();
    equal(app.inFlight(), 0);
    deepEqual(app.bugs, []);
    // No lock, stage or journal is left.
    const left = [...Deno.readDirSync(join(root, "shop/.layerwright"))].map(({ name }) => name);
    deepEqual(left.sort(), [".gitattributes", ".gitignore", "history", "manifest", "routes"]);
  }));

Deno.test("two servers of one folder lose no calls", () =>
  inTemporaryFolder(async (root) => {
    await writeShop(root);
    const servers = await Promise.all(numbered(2, () => serveApp(testedApp(root))));
    const urls = servers.map(urlOf);
    const answers = await Promise.all(
      numbered(20, (number) => ask(urls[number % 2] ?? "", addSubroute(number))),
    );
    deepEqual(answers.filter(({ report }) => report.status !== "applied"), []);
    const { report } = await ask(urls[0] ?? "", toolCall("analyze_project", { project: "shop" }));
    equal(report.message, "shop: 1 route, 21 endpoints, 0 problems");
    await Promise.all(servers.map((server) => server.shutdown()));
  }));

Deno.test("of many calls that create the same project, one creates it and the others change nothing", () =>
  inTemporaryFolder(async (root) => {
    const app = testedApp(root);
    const spec = { routes: { products: { type: "GET", mock: [1] } } };
    const answers = await Promise.all(
      numbered(10, () => app.call("generate_api", { project: "new/shop", spec })),
    );
    const statuses = answers.map(({ report }) => report.status).sort();
    deepEqual(statuses, ["applied", ...Array(9).fill("unchanged")]);
    deepEqual(Object.keys(readTree(root)).filter((path) => /layerwright-|lock/.test(path)), []);
  }));

/** Wraps projects, so that opening one blocks until the returned `open` is called. */
function withheld(projects: Projects): { readonly projects: Projects; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    projects: {
      foldsCase: projects.foldsCase,
      open: (path) => promise.then(() => projects.open(path)),
      list: (...args) => projects.list(...args),
    },
    open: resolve,
  };
}

const MOST = 1_024;

for (const progressToken of [undefined, "p"]) {
  const kind = progressToken === undefined ? "calls" : "calls with progress";
  Deno.test(`the server rejects ${kind} only beyond ${MOST} at once`, () =>
    inTemporaryFolder(async (root) => {
      await writeShop(root);
      const { projects, open } = withheld(projectsIn(root));
      const app = testedApp(projects);
      const info = toolCall("get_project_info", { project: "shop" });
      const asked = { ...info, params: { ...info.params, _meta: { progressToken } } };
      const waiting = numbered(MOST, () => app.ask(asked));
      equal(app.inFlight(), MOST);

      const before = readTree(root);
      for (const refused of [info, addSubroute(1), { method: "tools/list" }]) {
        const response = await app.ask(refused);
        equal(response.status, 503);
        equal(response.headers.get("retry-after"), "1");
        equal((await replyOf(response)).error?.message, "Too many calls at once");
      }
      deepEqual(readTree(root), before);
      const health = await app.send(new Request("http://localhost/health"));
      equal(health.status, 200);
      await health.body?.cancel();

      open();
      const responses = await Promise.all(waiting);
      deepEqual(responses.filter(({ status }) => status !== 200), []);
      await Promise.all(responses.map((response) => response.text()));
      equal(app.inFlight(), 0);
      equal((await app.ask(info)).status, 200);
    }));
}

Deno.test("a streaming call is in flight until its stream ends or is cancelled", () =>
  inTemporaryFolder(async (root) => {
    await writeShop(root);
    const app = testedApp(root);
    for (const end of ["read", "left"] as const) {
      const { method, params } = toolCall("generate_route", { project: "shop", route: end });
      const response = await app.ask({
        method,
        params: { ...params, _meta: { progressToken: 1 } },
      });
      equal(response.headers.get("content-type"), "text/event-stream");
      equal(app.inFlight(), 1);
      if (end === "read") await response.text();
      else await response.body?.cancel();
      equal(app.inFlight(), 0);
    }
  }));

/** Holds a project, as another process would. */
function hold(root: string): { release(): void } {
  const path = join(root, "shop/.layerwright/lock");
  const held = Deno.openSync(path, { write: true, create: true });
  held.lockSync(true);
  return {
    release() {
      Deno.removeSync(path);
      held.close();
    },
  };
}

for (
  const { tool, args } of [
    { tool: "generate_subroute", args: { route: "products", subroute: "late" } },
    { tool: "generate_route", args: { route: "late" } },
    { tool: "generate_api", args: { spec: { routes: { late: { type: "GET" } } } } },
  ]
) {
  Deno.test(`${tool} times out while another process holds the project, and writes nothing later`, () =>
    inTemporaryFolder(async (root) => {
      await writeShop(root);
      const before = readTree(root);
      const { release } = hold(root);
      const projects = projectsIn(root);
      const app = testedApp(projects, { timeoutMs: 20 });
      const calls = numbered(3, () => app.call(tool, { ...args, project: "shop" }));
      for (const { isError, text, report } of await Promise.all(calls)) {
        equal(isError, true);
        equal(report.status, "refused");
        equal(
          text,
          "Error: Gave up after 0.02 s of waiting for the project; nothing was written.\n" +
            "Hint: Call again in a minute",
        );
      }
      release();
      // This call runs after the cancelled ones.
      const patient = testedApp(projects);
      const other = { project: "shop", route: "products", subroute: "x" };
      equal((await patient.call("generate_subroute", other)).report.status, "applied");
      ok(!Object.keys(readTree(root)).some((path) => path.includes("late")));
      equal(counts(root, "api/routes/products_route.py", ["late"])[0], 0);
      ok(Object.keys(before).every((path) => path in readTree(root)));
    }));
}

Deno.test("a call that only plans or reads does not wait", () =>
  inTemporaryFolder(async (root) => {
    await writeShop(root);
    const { release } = hold(root);
    const app = testedApp(root, { timeoutMs: 10_000 });
    const dry = { project: "shop", route: "products", subroute: "x", dry_run: true };
    equal((await app.call("generate_subroute", dry)).report.status, "planned");
    const { report } = await app.call("analyze_project", { project: "shop" });
    equal((report.data as AnalysisData).routes.length, 1);
    release();
  }));
