/** The docs page of a generated app in Chromium. */

import { deepEqual, equal, match } from "node:assert/strict";
import { chromium } from "playwright-core";
import { generateApi } from "../../actions/generate_api.ts";
import { generateDocs } from "../../actions/generate_docs.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { tabTo, tooWide, UNFOLD, violations } from "../hosted/http/page_faults.ts";
import { withServedProjects } from "../tools/served_projects.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

/** The path of Chromium on Debian. */
const CHROMIUM = "/usr/bin/chromium";

const HOSTILE = "<img src=x onerror=alert(1)>";

const SPEC = {
  routes: {
    products: {
      methods: {
        GET: { query: { "q?": "tea", limit: { $default: 20 } }, mock: [{ name: HOSTILE }] },
        POST: { body: { name: HOSTILE, "note?": "x" } },
      },
      subroutes: { item: { path: "/{id:int}", type: "GET", mock: { id: 1 } } },
    },
  },
} as const;

Deno.test({
  name:
    "the docs page of an app has no fault that axe finds, sends requests, and asks only the app",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "shop", SPEC, { isInside: true });
      await generateDocs(workspace);
      writeFiles(folder, Object.fromEntries(workspace.files()));
      await withServedProjects([folder], async ([origin = ""]) => {
        const browser = await chromium.launch({ executablePath: CHROMIUM });
        try {
          const faults: string[] = [];
          for (const colorScheme of ["light", "dark"] as const) {
            for (const width of [360, 1280]) {
              const viewport = { width, height: 800 };
              const context = await browser.newContext({ colorScheme, viewport });
              const page = await context.newPage();
              page.on("console", (said) => faults.push(said.text()));
              page.on("pageerror", (problem) => faults.push(problem.message));
              page.on("request", (request) => {
                if (!request.url().startsWith(`${origin}/-/`)) faults.push(request.url());
              });
              await page.goto(`${origin}/-/docs`);
              await page.getByText("3 endpoints").waitFor();
              faults.push(...await violations(page));
              await page.evaluate(UNFOLD);
              await page.getByText("curl -i").first().waitFor();
              faults.push(...await violations(page), ...await tooWide(page));
              await context.close();
            }
          }
          deepEqual(faults, []);
          const page = await browser.newPage();
          await page.goto(`${origin}/-/docs`);
          await page.getByText("3 endpoints").waitFor();
          equal(await page.title(), "shop");
          await tabTo(page, "li:nth-child(1) summary");
          await page.keyboard.press("Enter");
          await page.getByLabel("limit (query)").fill("x");
          match(await page.locator("li:nth-child(1) code").nth(1).innerText(), /limit=x/);
          await page.getByRole("button", { name: "Send" }).first().click();
          await page.getByText("422").first().waitFor();
          await page.locator("li:nth-child(2) summary").click();
          await page.getByText("name string, note? string").waitFor();
          await page.locator("li:nth-child(3) summary").click();
          await page.getByLabel("id", { exact: true }).fill("7");
          await page.getByRole("button", { name: "Send" }).nth(2).click();
          await page.locator("li:nth-child(3)").getByText("200").nth(1).waitFor();
        } finally {
          await browser.close();
        }
      });
    }),
});
