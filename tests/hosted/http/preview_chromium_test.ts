/** The docs page of a project's preview in Chromium. */

import { deepEqual, equal } from "node:assert/strict";
import { IS_FULL_TIER } from "../../tools/tier.ts";
import { LOOKS, withSeenServer } from "./chromium.ts";
import { tabTo, tooWide, UNFOLD, violations } from "./page_faults.ts";

const ignore = !IS_FULL_TIER;

const PREVIEW = "/dashboard/projects/shop/preview";

Deno.test({
  name:
    "the docs page of a preview passes axe, fits its window, and sends by keyboard, without cookies",
  ignore,
  fn: () =>
    withSeenServer(async ({ app, owner, open }) => {
      const cookies: (string | null)[] = [];
      const { fetch } = app;
      Object.assign(app, {
        fetch(request: Request, ...rest: [string]) {
          const { pathname } = new URL(request.url);
          // The page, its style sheet and its script come with cookies. The script's own requests
          // do not.
          if (/^\/previews\/[^/]+\/(?!-\/docs(?:$|\/s))/.test(pathname)) {
            cookies.push(request.headers.get("cookie"));
          }
          return fetch(request, ...rest);
        },
      });
      for (const look of LOOKS.filter(({ hasScript }) => hasScript)) {
        await using seen = await open(look, owner);
        const { page, complaints } = seen;
        await page.goto(PREVIEW);
        await page.getByText(/endpoints\./).waitFor();
        await page.evaluate(UNFOLD);
        await page.getByText("curl -i").first().waitFor();
        await tabTo(page, "li:first-child button");
        await page.keyboard.press("Enter");
        await page.locator("li:first-child .answer strong", { hasText: /^20\d$/ }).waitFor();
        equal(
          await page.evaluate(
            "(() => { try { return document.cookie } catch (problem) { return problem.name } })()",
          ),
          "SecurityError",
        );
        deepEqual(complaints, []);
        // Axe violates the page's content security policy, so it runs after the complaints were checked.
        deepEqual(await violations(page), []);
        deepEqual(await tooWide(page), []);
      }
      deepEqual(cookies, Array(8).fill(null));
    }),
});
