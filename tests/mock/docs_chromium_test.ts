/** The docs page of a mock in Chromium, in phone and desktop windows, light and dark. */

import { deepEqual, equal, match } from "node:assert/strict";
import { type Browser, chromium } from "playwright-core";
import { createMockServer, type MockServer } from "../../mock/mock_server.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { tabTo, tooWide, UNFOLD, violations } from "../hosted/http/page_faults.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";

const ignore = !IS_FULL_TIER;

/** The path of Chromium on Debian. */
const CHROMIUM = "/usr/bin/chromium";

const HOSTILE = "<img src=x onerror=alert(1)>'; rm -rf ~ #";

const SPEC = `{ "routes": { "products": {
  "methods": {
    "GET": { "mock": [{ "name": ${JSON.stringify(HOSTILE)} }] },
    "POST": { "body": { "name": ${JSON.stringify(HOSTILE)} } }
  },
  "subroutes": { "${"long".repeat(40)}": { "methods": { "DELETE": { "status": 204 } } } }
} } }`;

type Test = (browser: Browser, origin: string, mock: MockServer) => Promise<void>;

async function withDocs(test: Test): Promise<void> {
  const mock = createMockServer(checkedSpec(SPEC), {
    name: HOSTILE,
    title: "shop",
    cors: false,
    isLocal: false,
    delayMs: 0,
    wait: () => Promise.resolve(),
    now: () => performance.now(),
    onAnswer: () => {},
  });
  const listening = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(listening, mock.fetch);
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  try {
    await test(browser, `http://127.0.0.1:${server.addr.port}`, mock);
  } finally {
    await browser.close();
    await server.shutdown();
  }
}

Deno.test({
  name:
    "the docs page has no fault that axe finds, fits its window, and asks for its own files only",
  ignore,
  fn: () =>
    withDocs(async (browser, origin) => {
      const faults: string[] = [];
      for (const colorScheme of ["light", "dark"] as const) {
        for (const width of [360, 1280]) {
          const viewport = { width, height: 800 };
          const context = await browser.newContext({ colorScheme, viewport });
          const page = await context.newPage();
          const where = `${colorScheme} ${width}`;
          page.on("console", (said) => faults.push(`${where}: ${said.text()}`));
          page.on("pageerror", (problem) => faults.push(`${where}: ${problem.message}`));
          page.on("request", (request) => {
            if (!request.url().startsWith(`${origin}/-/docs`)) faults.push(request.url());
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
    }),
});

Deno.test({
  name: "the docs page sends requests with the keyboard only, and follows each save",
  ignore,
  fn: () =>
    withDocs(async (browser, origin, mock) => {
      const page = await browser.newPage();
      await page.goto(`${origin}/-/docs`);
      await page.getByText("3 endpoints").waitFor();
      await tabTo(page, "li:nth-child(2) summary");
      await page.keyboard.press("Enter");
      await tabTo(page, "textarea");
      await page.keyboard.press("Control+A");
      await page.keyboard.type('{"name": 7}');
      match(
        await page.locator("li:nth-child(2) code").nth(1).innerText(),
        /--data-raw '\{"name": 7\}'/,
      );
      await tabTo(page, "button");
      await page.keyboard.press("Enter");
      await page.getByText("must be a string").waitFor();
      mock.replace(checkedSpec(SPEC.replace('"DELETE": { "status": 204 }', '"GET": {}')));
      await page.getByText("GET", { exact: true }).nth(1).waitFor();
      equal(await page.locator("textarea").inputValue(), '{"name": 7}');
    }),
});

Deno.test({
  name: "the curl commands of the docs page are safe to paste",
  ignore,
  fn: () =>
    withDocs(async (browser, origin) => {
      const page = await browser.newPage();
      await page.goto(`${origin}/-/docs`);
      await page.locator("li:nth-child(2) summary").click();
      const command = await page.locator("li:nth-child(2) code").nth(1).innerText();
      const ran = await new Deno.Command("sh", { args: ["-c", command] }).output();
      match(new TextDecoder().decode(ran.stdout), /^HTTP\/1.1 201 Created[^]*rm -rf ~ #/);
    }),
});
