/** Pages that decide something, in Chromium: each step with a reload and the Back button, narrow and wide. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Page } from "playwright-core";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import type { Browser } from "./browser.ts";
import { type Look, type SeenServer, withSeenServer } from "./chromium.ts";
import { OWNER } from "./hosted_app.ts";
import { authorizePath, registered } from "./oauth/played_client.ts";
import { tooWide, violations } from "./page_faults.ts";

const ignore = !IS_FULL_TIER;

const LOOKS: readonly Look[] = [320, 1440].map((width) => ({
  colorScheme: "light",
  width,
  hasScript: true,
}));

/** Runs a test in a window of each width. The browser must not report any error. */
async function inEachWindow(
  test: (page: Page, server: SeenServer, owner: Browser) => Promise<void>,
): Promise<void> {
  for (const look of LOOKS) {
    await withSeenServer(async (server) => {
      await using seen = await server.open(look, server.owner);
      await test(seen.page, server, server.owner);
      // The browser logs the status of pages that do not exist.
      deepEqual(seen.complaints.filter((said) => !/status of 4\d\d/.test(said)), []);
    });
  }
}

/** Checks a page, its reload, and the way back to it from another page. */
async function staysAt(page: Page, holds: () => Promise<void>): Promise<void> {
  const address = page.url();
  await holds();
  deepEqual(await violations(page), []);
  deepEqual(await tooWide(page), []);
  await page.reload();
  equal(page.url(), address);
  await holds();
  await page.goto("/activity");
  await page.goBack();
  equal(page.url(), address);
  await holds();
}

async function submit(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
}

async function said(page: Page): Promise<string | null> {
  const words = page.locator(".said");
  return await words.count() === 0 ? null : await words.innerText();
}

Deno.test({
  name: "the consent page shows who asks, where the code goes, and for whom, above its buttons",
  ignore,
  fn: () =>
    inEachWindow(async (page, { app }) => {
      const name = "A".repeat(99);
      const host = `${"login-".repeat(9)}evil.example.com`;
      const redirect_uri = `https://${host}/callback`;
      const client = { client_name: name, application_type: "web", redirect_uris: [redirect_uri] };
      const clientId = await registered(app, client);
      await page.goto(authorizePath(app, clientId, { redirect_uri }));
      await staysAt(page, async () => {
        const allow = await page.locator("button[value=allow]").boundingBox();
        ok(allow !== null);
        for (const text of [name, host, OWNER.email, "None. Any app can use this name."]) {
          const found = page.locator("main form").getByText(text, { exact: true });
          const box = await found.boundingBox();
          ok(box !== null && box.x >= 0 && box.x + box.width <= page.viewportSize()!.width, text);
          ok(box.y + box.height <= allow.y, `${text} is above the buttons`);
        }
        const size = (selector: string) =>
          page.evaluate(`getComputedStyle(document.querySelector("${selector}")).fontSize`);
        equal(await page.innerText(".facts strong"), host);
        equal(await size(".facts strong"), await size("body"));
      });
    }),
});

/** A thing that people create once and revoke. */
interface Made {
  readonly list: string;
  readonly create: (page: Page) => Promise<void>;
  /** The element with the secret. */
  readonly secret: string;
  readonly revoke: string;
  readonly done: RegExp;
}

const MADE: readonly Made[] = [
  {
    list: "/keys",
    create: async (page) => {
      await page.fill("#name", "Laptop in the library, by the window, on the second floor");
      await submit(page, "main form.card button[type=submit]");
    },
    secret: "#made-key",
    revoke: "a[href^='/keys/revoke']",
    done: /^Revoked the key “Laptop in the library.*” \(lw_/,
  },
  {
    list: "/people",
    create: async (page) => {
      await page.fill("#email", "someone.with-a-long-name@department.example.com");
      await submit(page, "main form.card button[type=submit]");
    },
    secret: "#invitation-link",
    revoke: "a[href^='/people/withdraw']",
    done: /^Withdrew the invitation for someone\./,
  },
];

for (const { list, create, secret, revoke, done } of MADE) {
  Deno.test({
    name:
      `${list}: a secret survives a reload and Back, and a revocation asks and says what it did`,
    ignore,
    fn: () =>
      inEachWindow(async (page) => {
        await page.goto(list);
        const rows = await page.locator(revoke).count();
        await create(page);
        const shown = await page.innerText(secret);
        ok(shown.length >= 43);
        await staysAt(page, async () => {
          equal(await page.innerText(secret), shown);
          equal(await page.locator(revoke).count(), rows + 1);
        });
        await submit(page, "text=hide it");
        equal(await page.locator(secret).count(), 0);
        await page.goBack();
        equal(await page.locator(secret).count(), 0);

        await page.goto(list);
        await submit(page, `${revoke} >> nth=0`);
        await staysAt(page, async () => {
          match(await page.innerText("h1"), /^(?:Revoke|Withdraw) this .*\?$/);
        });
        await submit(page, "text=Cancel");
        equal(await page.locator(revoke).count(), rows + 1);
        await submit(page, `${revoke} >> nth=0`);
        await submit(page, "button.bad");
        match(await said(page) ?? "", done);
        deepEqual(await violations(page), []);
        deepEqual(await tooWide(page), []);
        equal(await page.locator(revoke).count(), rows);
        await page.reload();
        equal(await said(page), null);
        equal(await page.locator(revoke).count(), rows);
        // Back at the question about a thing that is gone.
        await page.goBack();
        equal(new URL(page.url()).pathname, list);
        equal(await page.locator(revoke).count(), rows);
      }),
  });
}

Deno.test({
  name: "revoking previews asks, says what it did, and a reload revokes nothing",
  ignore,
  fn: () =>
    inEachWindow(async (page, { open, origin }) => {
      const shop = "/dashboard/projects/shop";
      const share = async () => {
        await page.goto(`${shop}/preview`);
        return page.url();
      };
      const first = await share();
      match(first, /\/-\/docs$/);
      await page.goto(shop);
      await submit(page, "text=Revoke previews");
      await staysAt(page, async () => {
        equal(await page.innerText("h1"), "Revoke all previews of shop?");
      });
      await submit(page, "button.bad");
      equal(page.url(), origin + shop);
      match(await said(page) ?? "", /^Revoked all previews\./);
      const second = await share();
      await page.goBack();
      await page.reload();
      equal(await said(page), null);
      await using visitor = await open(LOOKS[0]!);
      equal((await visitor.page.goto(second))?.status(), 200);
      equal((await visitor.page.goto(first))?.status(), 404);
      equal(await visitor.page.innerText("h1"), "This preview has ended");
      deepEqual(await violations(visitor.page), []);
      deepEqual(await tooWide(visitor.page), []);
    }),
});

Deno.test({
  name: "a form whose session ended comes back after the login, also after a reload and Back",
  ignore,
  fn: () =>
    inEachWindow(async (page) => {
      await page.goto("/keys");
      await page.fill("#name", "Typed before the session ended");
      await page.check("input[value=read]");
      await page.selectOption("#expires", "365");
      await page.context().clearCookies({ name: "session" });
      await submit(page, "main form.card button[type=submit]");
      match(page.url(), /\/login\?next=%2Fkeys$/);
      match(await said(page) ?? "", /^Your session has ended\. Nothing was changed\./);
      deepEqual(await violations(page), []);
      deepEqual(await tooWide(page), []);
      await page.reload();
      await page.goBack();
      match(page.url(), /\/login\?next=%2Fkeys$/, "the list of keys leads to the login");
      await page.fill("#email", OWNER.email);
      await page.fill("#password", OWNER.password);
      await submit(page, "main form.card button[type=submit]");
      await staysAt(page, async () => {
        equal(await page.inputValue("#name"), "Typed before the session ended");
        equal(await page.isChecked("input[value=read]"), true);
        equal(await page.inputValue("#expires"), "365");
      });
      await submit(page, "main form.card button[type=submit]");
      match(await page.innerText("main"), /Key “Typed before the session ended” created/);
      await page.goto("/keys");
      equal(await page.inputValue("#name"), "");
    }),
});
