/** The site in Chromium, in phone and desktop windows, light and dark. */

import axe from "axe-core";
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Browser, chromium, type Page } from "playwright-core";
import { readPages } from "../../tools/docs/pages.ts";
import { buildSite } from "../../tools/docs/site/build_site.ts";
import { serveSite } from "../../tools/docs/site/serve_site.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const ignore = !IS_FULL_TIER;

/** The path of Chromium on Debian. */
const CHROMIUM = "/usr/bin/chromium";

function withSite(test: (browser: Browser, origin: string) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    await buildSite(folder);
    const server = serveSite(folder, 0);
    const browser = await chromium.launch({ executablePath: CHROMIUM });
    try {
      await test(browser, `http://127.0.0.1:${server.addr.port}`);
    } finally {
      await browser.close();
      await server.shutdown();
    }
  });
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate("axe.run()") as axe.AxeResults;
  return violations.map(({ id, nodes }) =>
    `${id} ${nodes.slice(0, 3).map(({ html }) => html).join(" ")}`
  );
}

/** Returns the pixels by which a page is wider than its window. */
function excess(page: Page): Promise<number> {
  return page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  ) as Promise<number>;
}

Deno.test({
  name:
    "pages of the site have no fault that axe finds, fit their window, and request only their own files",
  ignore,
  fn: () =>
    withSite(async (browser, origin) => {
      const faults: string[] = [];
      for (const colorScheme of ["light", "dark"] as const) {
        for (const width of [360, 1280]) {
          const context = await browser.newContext({
            colorScheme,
            viewport: { width, height: 800 },
          });
          const page = await context.newPage();
          let where = "";
          page.on("console", (said) => faults.push(`${where}: ${said.text()}`));
          page.on("pageerror", (problem) => faults.push(`${where}: ${problem.message}`));
          page.on("request", (request) => {
            if (!request.url().startsWith(origin)) faults.push(`${where}: asks ${request.url()}`);
          });
          for (const { path } of readPages()) {
            where = `${path} ${colorScheme} ${width}`;
            await page.goto(`${origin}/${path.replace(/\.md$/, ".html")}`);
            if (await excess(page) > 0) faults.push(`${where} is too wide`);
            faults.push(...(await violations(page)).map((each) => `${where}: ${each}`));
          }
          await context.close();
        }
      }
      deepEqual(faults, []);
    }),
});

Deno.test({
  name: "the search finds a heading and opens it, with the keyboard only",
  ignore,
  fn: () =>
    withSite(async (browser, origin) => {
      const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
      await page.goto(`${origin}/tutorial.html`);
      await page.keyboard.press("/");
      await page.keyboard.type("conflict-edited");
      await page.locator("#found a").first().waitFor();
      deepEqual(await violations(page), []);
      await page.keyboard.press("ArrowDown");
      await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
      match(page.url(), /\/reference\/diagnostics\.html#conflict-edited$/);
    }),
});

Deno.test({
  name:
    "all pages are reachable without scripts; with scripts, only the commands of a session are copied",
  ignore,
  fn: () =>
    withSite(async (browser, origin) => {
      for (const width of [360, 1280]) {
        const bare = await browser.newContext({
          javaScriptEnabled: false,
          viewport: { width, height: 800 },
        });
        const page = await bare.newPage();
        await page.goto(`${origin}/index.html`);
        const link = page.locator("nav.pages a", { hasText: "Tutorial" });
        if (!await link.isVisible()) await page.locator("nav.pages summary").click();
        await Promise.all([page.waitForNavigation(), link.click()]);
        match(await page.title(), /^Tutorial/);
        equal(await page.locator("search").isVisible(), false);
        await bare.close();
      }
      const context = await browser.newContext();
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const page = await context.newPage();
      await page.goto(`${origin}/tutorial.html`);
      const block = page.locator("figure.code", { hasText: "layerwright --version" });
      await block.hover();
      await block.getByText("Copy").click();
      await block.getByText("Copied").waitFor();
      equal(await page.evaluate("navigator.clipboard.readText()"), "layerwright --version");
      ok(await page.locator("search").isVisible());
    }),
});
