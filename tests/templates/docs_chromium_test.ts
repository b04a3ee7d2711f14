/** The docs page of a generated app in Chromium. */

import { deepEqual, equal, match } from "node:assert/strict";
import { chromium } from "playwright-core";
import { generateApi } from "../../actions/generate_api.ts";
import { generateDocs } from "../../actions/generate_docs.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { covered, tabTo, tooWide, UNFOLD, violations } from "../hosted/http/page_faults.ts";
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
        GET: {
          query: { "q?": "tea", page: { $default: 1 }, "tags?": ["new"] },
          headers: { "X-Tenant": "acme" },
          list: { filter: ["name"], sort: ["name"] },
          mock: [{ name: HOSTILE }, { name: "Cup" }],
          errors: { 404: "No such shop" },
        },
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
            for (const width of [320, 1280]) {
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
              faults.push(
                ...await violations(page),
                ...await tooWide(page),
                ...await covered(page),
              );
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
          const first = page.locator("#endpoints > li").first();
          const curl = first.getByRole("region", { name: "curl command" });
          await first.getByLabel("page").fill("x");
          match(await curl.innerText(), /-H 'X-Tenant: acme' .*page=x/);
          const send = first.getByRole("button", { name: "Send" });
          await send.click();
          await first.getByText("must be an integer").waitFor();
          await first.getByLabel("page").fill("");
          await first.getByLabel("tags").fill("a\nb c");
          await first.getByLabel("sort").fill("-name");
          await first.getByLabel("limit").fill("1");
          match(await curl.innerText(), /\?limit=1&sort=-name&tags=a&tags=b\+c'/);
          await send.click();
          await first.getByText('[{"name":"Cup"}]').waitFor();
          await first.getByText("x-total-count: 2").waitFor();
          deepEqual(await first.locator(".errors li").allInnerTexts(), ["404 No such shop"]);
          // The app does not answer with an error on demand.
          equal(await first.getByLabel("Prefer").count(), 0);
          await page.locator("#endpoints > li:nth-child(2) summary").click();
          await page.getByText("name text, note? text").waitFor();
          await page.locator("#endpoints > li:nth-child(3) summary").click();
          await page.getByLabel("id", { exact: true }).fill("7");
          await page.getByRole("button", { name: "Send" }).nth(2).click();
          await page.locator("#endpoints > li:nth-child(3) .answer").getByText("200").waitFor();
        } finally {
          await browser.close();
        }
      });
    }),
});
