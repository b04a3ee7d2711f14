/** A hosted server in a real browser. */

import { type Browser as Chromium, chromium, type Page } from "playwright-core";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import type { App } from "../../../http/base_app.ts";
import { withDatabase } from "../storage/on_both.ts";
import type { Browser } from "./browser.ts";
import { CLIENT, hostedApp, keyOf, type TestedHostedApp } from "./hosted_app.ts";

/** The path of Chromium on Debian. */
const CHROMIUM = "/usr/bin/chromium";

/** The settings of a browser window. */
export interface Look {
  readonly colorScheme: "light" | "dark";
  readonly width: number;
  readonly hasScript: boolean;
}

export const LOOKS: readonly Look[] = (["light", "dark"] as const).flatMap((colorScheme) =>
  [360, 1280].flatMap((width) =>
    [false, true].map((hasScript) => ({ colorScheme, width, hasScript }))
  )
);

/** A server with content on every page, and a browser. */
export interface SeenServer {
  readonly app: TestedHostedApp;
  readonly origin: string;
  /** The browser of the owner. */
  readonly owner: Browser;
  /**
   * Opens a page and records its errors.
   *
   * @param by The browser whose cookies the page gets; by default, it gets none.
   */
  open(look: Look, by?: Browser): Promise<SeenPage>;
}

export interface SeenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors and messages of the browser. */
  readonly complaints: readonly string[];
}

/** Runs a test with a server and a browser. */
export async function withSeenServer(
  test: (server: SeenServer) => Promise<void>,
): Promise<void> {
  await withDatabase("sqlite", async (database) => {
    let app: App | null = null;
    const listener = Deno.serve({ port: 0, hostname: "localhost", onListen() {} }, (request) => {
      return app?.fetch(request, CLIENT) ?? new Response(null, { status: 503 });
    });
    const origin = `http://localhost:${listener.addr.port}`;
    const browser = await chromium.launch({ executablePath: CHROMIUM });
    try {
      const tested = await hostedApp(database, { origin });
      app = tested;
      const owner = await furnished(tested);
      const open = (look: Look, by?: Browser) => seenPage(browser, { origin, look, by });
      await test({ app: tested, origin, owner, open });
    } finally {
      await browser.close();
      await listener.shutdown();
    }
  });
}

async function seenPage(
  browser: Chromium,
  { origin, look: { colorScheme, width, hasScript }, by }: {
    readonly origin: string;
    readonly look: Look;
    readonly by: Browser | undefined;
  },
): Promise<SeenPage> {
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme,
    javaScriptEnabled: hasScript,
    viewport: { width, height: 800 },
  });
  const cookies = [...by?.cookies ?? []].map(([name, value]) => ({ name, value, url: origin }));
  await context.addCookies(cookies);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (said) => complaints.push(said.text()));
  page.on("pageerror", (problem) => complaints.push(problem.message));
  page.on("requestfailed", (request) => {
    // Leaving a page ends the requests that it has not finished.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") complaints.push(request.url());
  });
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Fills a server with long names, people and projects. */
async function furnished(app: TestedHostedApp): Promise<Browser> {
  const owner = await app.owner();
  await app.member(owner, "a.person.with-a-rather-long-name@department.example.com");
  await owner.send(await owner.open("/people"), "/people", { email: "guest@example.com" });
  const key = await keyOf(owner, {
    name: "The laptop in the library, second floor, by the window",
  });
  const spec = await Deno.readTextFile(new URL("../../../examples/shop.json", import.meta.url));
  await app.call(key, "generate_api", { project: "shop", spec: JSON.parse(spec) });
  const long = "a-project_with.a-name-that-is-as-long-as-any-that-a-server-takes";
  const ping = { routes: { ping: { type: "GET" } } };
  await app.call(key, "generate_api", { project: long, spec: ping });
  const files = {
    "api/routes/broken_route.py": `def f(:  # ${"long ".repeat(60)}\n`,
    "lib/late.py": "from flask import Blueprint\n\nlate_bp = Blueprint('late', __name__)\n\n\n" +
      `@late_bp.get('/${"long/".repeat(40)}')\ndef get(): ...\n`,
    "compose.yaml": null,
  };
  const more = { project: "shop", route: "products", subroute: "reviews", type: "GET", files };
  await app.call(key, "generate_subroute", more);
  await app.call(key, "generate_route", { project: "shop", route: "undone" });
  await app.call(key, "change_project", { project: "shop", action: "undo" });
  await app.database.transaction(async (queries) => {
    const today = Math.floor(Date.now() / DAY_MS);
    for (let daysAgo = 1; daysAgo < 30; daysAgo += 2) {
      await queries.all(
        "INSERT INTO usage (account_id, day, calls) " +
          "SELECT id, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM accounts WHERE role = 'owner'",
        today - daysAgo,
        daysAgo * 97,
      );
    }
  });
  return owner;
}
