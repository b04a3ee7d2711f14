/**
 * Takes the screenshots of a hosted server's pages for the documentation: `deno task docs:screenshots`.
 * The server is real. Its people and projects are made up.
 */

import { Buffer } from "node:buffer";
import { join } from "node:path";
import { type Browser as Chromium, chromium, type Page } from "playwright-core";
import { DAY_MS } from "../hosted/accounts/limits.ts";
import type { Browser } from "../tests/hosted/http/browser.ts";
import { hostedApp, keyOf, type TestedHostedApp } from "../tests/hosted/http/hosted_app.ts";
import { withDatabase } from "../tests/hosted/storage/on_both.ts";
import { buildPlayground } from "./build_playground.ts";
import { DOCS } from "./docs/pages.ts";

/** The path on Debian. */
const CHROMIUM = "/usr/bin/chromium";

const ORIGIN = "https://layerwright.example.com";

interface Picture {
  readonly name: string;
  readonly path: string;
  /** A selector of the part to unfold. The picture begins there. */
  readonly unfolded?: string;
  /** A selector to wait for, if a script creates the content. */
  readonly awaited?: string;
  readonly height: number;
}

const PICTURES: readonly Picture[] = [
  { name: "playground", path: "/playground", awaited: "#result:has-text('Valid')", height: 640 },
  { name: "overview", path: "/", height: 800 },
  { name: "project", path: "/dashboard/projects/shop", height: 720 },
  { name: "connect", path: "/connect", unfolded: "#codex", height: 560 },
  { name: "activity", path: "/activity", height: 550 },
];

const WIDTH = 1000;

/** Fills the server with people, keys, projects and calls. */
async function furnish(app: TestedHostedApp, owner: Browser): Promise<void> {
  await app.member(owner, "grace@example.com");
  const key = await keyOf(owner, { name: "Laptop" });
  await keyOf(owner, { name: "CI" });
  const spec = JSON.parse(
    await Deno.readTextFile(new URL("../examples/shop.json", import.meta.url)),
  );
  await app.call(key, "generate_api", { project: "shop", spec });
  const notes = { routes: { notes: { type: "GET", mock: [{ id: 1, text: "Milk" }] } } };
  await app.call(key, "generate_api", { project: "notes", spec: notes });
  app.wait(7 * 60_000);
  const sale = { project: "shop", route: "products", subroute: "sale", mock: [{ id: 1 }] };
  await app.call(key, "generate_subroute", sale);
  app.wait(3 * 60_000);
  await app.call(key, "generate_route", { project: "shop", route: "invoices", type: "POST" });
  await app.database.transaction(async (queries) => {
    const today = Math.floor(Date.now() / DAY_MS);
    for (let daysAgo = 1; daysAgo < 30; daysAgo++) {
      await queries.all(
        "INSERT INTO usage (account_id, day, calls) " +
          "SELECT id, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM accounts WHERE role = 'owner'",
        today - daysAgo,
        // Fewer calls at weekends, and more in recent days.
        Math.round((today - daysAgo) % 7 < 2 ? 12 : 260 - daysAgo * 6 + 40 * Math.sin(daysAgo)),
      );
    }
  });
}

/** Opens a page whose requests all go to the app, without a network. */
async function openPage(
  chromium: Chromium,
  owner: Browser,
  colorScheme: "light" | "dark",
): Promise<Page> {
  const context = await chromium.newContext({
    colorScheme,
    viewport: { width: WIDTH, height: 800 },
  });
  const page = await context.newPage();
  await page.route("**/*", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await owner.request(pathname + search);
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  return page;
}

/** Converts a picture to WebP in Chromium. WebP needs a quarter of the bytes of PNG. */
async function asWebp(chromium: Chromium, png: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const page = await chromium.newPage();
  const source = `data:image/png;base64,${png.toBase64()}`;
  const url = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(source)};
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.7);
  })()`) as string;
  await page.close();
  return Uint8Array.fromBase64(url.slice(url.indexOf(",") + 1));
}

async function takeAll(chromium: Chromium, owner: Browser): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openPage(chromium, owner, colorScheme);
    for (const { name, path, unfolded, awaited, height } of PICTURES) {
      await page.goto(ORIGIN + path);
      if (awaited !== undefined) await page.locator(awaited).waitFor();
      let y = 0;
      if (unfolded !== undefined) {
        const part = page.locator(unfolded);
        await part.locator("summary").first().click();
        y = Math.max(0, (await part.boundingBox())?.y ?? 0) - 90;
      }
      const clip = { x: 0, y, width: WIDTH, height };
      const png = await page.screenshot({ clip, fullPage: true });
      const webp = await asWebp(chromium, new Uint8Array(png));
      const file = `${name}${colorScheme === "dark" ? "_dark" : ""}.webp`;
      Deno.writeFileSync(join(DOCS, "images", file), webp);
      console.log(`${file}: ${webp.length} bytes`);
    }
  }
}

if (import.meta.main) {
  await buildPlayground();
  await withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database, { origin: ORIGIN });
    const owner = await app.owner();
    await furnish(app, owner);
    const browser = await chromium.launch({ executablePath: CHROMIUM });
    try {
      await takeAll(browser, owner);
    } finally {
      await browser.close();
    }
  });
}
