/** The docs page of a mock in Chromium, in phone and desktop windows, light and dark. */

import { deepEqual, equal, match } from "node:assert/strict";
import { type Browser, chromium } from "playwright-core";
import { createMockServer, type MockServer } from "../../mock/mock_server.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { covered, tabTo, tooWide, UNFOLD, violations } from "../hosted/http/page_faults.ts";
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
  "subroutes": { "asked": { "type": "GET",
    "query": {
      "q?": ${JSON.stringify(HOSTILE)},
      "state": { "$enum": ["open", "sold out"] },
      "tags?": ["new"],
      "price?": { "$example": 1.5, "$minimum": 0, "$maximum": 9.5 }
    },
    "headers": { "X-Tenant": "acme", "Cookie?": "a=b" },
    "list": { "filter": ["name"], "sort": ["name"] },
    "mock": [{ "name": "Teapot" }, { "name": "Cup" }, { "name": "Cup" }],
    "errors": { "404": "No such shop", "409": { "mock": { "code": ${JSON.stringify(HOSTILE)} } } }
  }, "${"long".repeat(40)}": { "methods": { "DELETE": { "status": 204 } } } }
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
        for (const width of [320, 1280]) {
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
          await page.getByText("4 endpoints").waitFor();
          faults.push(...await violations(page));
          await page.evaluate(UNFOLD);
          await page.getByText("curl -i").first().waitFor();
          faults.push(...await violations(page), ...await tooWide(page), ...await covered(page));
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
      await page.getByText("4 endpoints").waitFor();
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
      await page.getByText("GET", { exact: true }).nth(2).waitFor();
      equal(await page.locator("textarea").inputValue(), '{"name": 7}');
    }),
});

Deno.test({
  name: "the docs page sends the parameters that are filled in, and shows the headers of responses",
  ignore,
  fn: () =>
    withDocs(async (browser, origin) => {
      const page = await browser.newPage();
      await page.goto(`${origin}/-/docs`);
      const item = page.locator("li", { hasText: "/products/asked" });
      await item.locator("summary").click();
      const curl = item.getByRole("region", { name: "curl command" });
      const sent = async () => (await curl.innerText()).replace(origin, "");
      equal(await sent(), "curl -i -H 'X-Tenant: acme' '/products/asked?state=open'");
      const facts = async (label: string) => {
        const field = item.getByLabel(label, { exact: true });
        const id = await field.getAttribute("aria-describedby");
        return await page.locator(`#${id}`).innerText();
      };
      equal(await facts("limit"), "Optional integer, 1 to 100, 20 by default");
      equal(await facts("price"), "Optional number, 0 to 9.5, such as 1.5");
      equal(await facts("state"), 'Required "open" or "sold out"');
      equal(await facts("tags"), "Optional array of text, one per line, such as new");
      match(await facts("Cookie"), /which pages cannot send: use curl$/);

      await tabTo(page, "input");
      await page.keyboard.type("1");
      await item.getByLabel("sort").fill("-name");
      await item.getByLabel("state").selectOption("sold out");
      await item.getByLabel("tags").fill("a,b\n\nc d");
      await item.getByLabel("name", { exact: true }).fill("Cup");
      await item.getByLabel("X-Tenant").fill("日");
      equal(
        await sent(),
        "curl -i -H 'X-Tenant: 日' " +
          "'/products/asked?limit=1&sort=-name&state=sold+out&tags=a%2Cb&tags=c+d&name=Cup'",
      );
      const send = item.getByRole("button", { name: "Send" });
      await send.click();
      const answer = item.locator(".answer");
      await answer.getByText('[{"name":"Cup"}]').waitFor();
      const headers = await answer.getByRole("region", { name: "Headers" }).innerText();
      match(headers, /x-total-count: 2/);
      match(
        headers,
        /link: <\?sort=-name&state=sold\+out&tags=a%2Cb&tags=c\+d&name=Cup&limit=1&offset=0>; rel="first"/,
      );

      await item.getByLabel("price").fill("10");
      await send.click();
      await answer.getByText('"parameter": "price"').waitFor();
      await item.getByLabel("price").fill("");
      await item.getByLabel("Prefer").selectOption("code=409");
      await send.click();
      await answer.getByText("preference-applied: code=409").waitFor();
      deepEqual(
        (await item.locator(".errors li").allInnerTexts()).map((each) => each.split("\n")[0]),
        ["404 No such shop", "409 Conflict"],
      );
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
