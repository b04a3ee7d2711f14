/** All pages in Chromium: light and dark, narrow and wide, without scripts, and by keyboard only. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { type Browser, unescaped } from "./browser.ts";
import { LOOKS, type SeenServer, withSeenServer } from "./chromium.ts";
import { openConsent } from "./every_form.ts";
import { openRemoval, OWNER } from "./hosted_app.ts";
import { tabTo, tooWide, UNFOLD, violations } from "./page_faults.ts";

const ignore = !IS_FULL_TIER;

const DESK = { colorScheme: "light", width: 1280, hasScript: false } as const;

const SHOP = "/dashboard/projects/shop";

/** Returns the paths of all pages that the owner can see. */
async function pagesOf({ app, owner }: SeenServer): Promise<readonly string[]> {
  const { html } = await owner.open(SHOP);
  const parts = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)]
    .map(([, href = ""]) => unescaped(href));
  const kinds = [
    /\/changes\//,
    /products_route\.py$/,
    /README\.md$/,
    /pyproject\.toml$/,
    /Dockerfile$/,
  ];
  const found = kinds.map((kind) => parts.find((href) => kind.test(href)) ?? "");
  ok(found.every((href) => href !== ""), parts.join("\n"));
  const consent = await owner.request(await openConsent(app));
  return [
    ...[
      "/",
      "/dashboard/projects",
      "/keys",
      "/apps",
      "/connect",
      "/playground",
      "/activity",
      "/account",
      "/people",
      (await openRemoval(owner)).path,
    ],
    ...[SHOP, `${SHOP}/status`, `${SHOP}/delete`, `${SHOP}/previews/revoke`],
    "/dashboard/projects/none",
    ...found,
    consent.headers.get("location") ?? "",
  ];
}

Deno.test({
  name: "pages pass axe, fit their window, and obey their policy",
  ignore,
  fn: () =>
    withSeenServer(async (server) => {
      const cases: readonly (readonly [readonly string[], Browser | undefined])[] = [
        [await pagesOf(server), server.owner],
        [["/", "/login", "/owner?code=x", "/device"], undefined],
      ];
      const faults: string[] = [];
      for (const look of LOOKS) {
        for (const [paths, by] of cases) {
          await using seen = await server.open(look, by);
          const { page, complaints } = seen;
          for (const path of paths) {
            await page.goto(path);
            await page.evaluate(UNFOLD);
            const where = `${path} ${look.colorScheme} ${look.width}`;
            faults.push(...(await tooWide(page)).map((html) => `${where}: ${html} is too wide`));
            // Without scripts, the timers of axe do not run.
            if (!look.hasScript) continue;
            faults.push(...(await violations(page)).map((fault) => `${where}: ${fault}`));
          }
          // The browser logs the status of pages that do not exist.
          faults.push(...complaints.filter((said) => !/status of 4\d\d/.test(said)));
        }
      }
      deepEqual(faults, []);
    }),
});

Deno.test({
  name: "log in, create a key, delete a project and log out by keyboard, without scripts",
  ignore,
  fn: () =>
    withSeenServer(async ({ open }) => {
      for (const width of [360, 1280]) {
        await using seen = await open({ ...DESK, width });
        const { page } = seen;
        const { keyboard } = page;
        const follow = async (selector: string) => {
          await tabTo(page, selector);
          await Promise.all([page.waitForNavigation(), keyboard.press("Enter")]);
        };
        await page.goto("/login");
        await tabTo(page, "#email");
        await keyboard.type(OWNER.email);
        await tabTo(page, "#password");
        await keyboard.type(OWNER.password);
        await Promise.all([page.waitForNavigation(), keyboard.press("Enter")]);
        equal(await page.title(), "Overview · Layerwright");
        await page.keyboard.press("Tab");
        equal(await page.evaluate("document.activeElement.textContent"), "Skip to content");
        await keyboard.press("Enter");
        await tabTo(page, "main a, main summary");
        await follow("nav a[href='/keys']");
        await tabTo(page, "#name");
        await keyboard.type(`Key at ${width}`);
        await follow("main button[type=submit]");
        match(await page.innerText("#made-key"), /^lw_/);
        await follow("nav a[href='/dashboard/projects']");
        await follow("main a.name");
        const name = await page.innerText("h1");
        await follow("a[href$='/delete']");
        await tabTo(page, "#name");
        await keyboard.type(name);
        await follow("button.bad");
        equal(await page.innerText(".said"), `Deleted the project ${name}.`);
        ok(!(await page.locator("main a.name").allInnerTexts()).includes(name));
        await follow("header button");
        match(page.url(), /\/login$/);
      }
    }),
});

Deno.test({
  name: "with scripts, copy buttons copy and confirm",
  ignore,
  fn: () =>
    withSeenServer(async ({ open, owner, origin }) => {
      await using seen = await open({ ...DESK, hasScript: true }, owner);
      const { page, complaints } = seen;
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/connect");
      await page.click("text=Codex");
      await page.locator("#codex button.copy").first().click();
      await page.getByText("Copied").waitFor();
      const copied = await page.evaluate("navigator.clipboard.readText()");
      equal(
        copied,
        `[mcp_servers.layerwright]\nurl = "${origin}/mcp"\n` +
          'bearer_token_env_var = "LAYERWRIGHT_API_KEY"',
      );
      deepEqual(await violations(page), []);
      deepEqual(complaints, []);
    }),
});
