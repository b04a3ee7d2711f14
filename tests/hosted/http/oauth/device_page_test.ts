/** The page for device codes after its session has expired. */

import { doesNotMatch, equal, match } from "node:assert/strict";
import { forEachServed } from "../../storage/on_both.ts";
import { hostedApp } from "../hosted_app.ts";

forEachServed("a code that is entered too late is filled in again", async (database) => {
  const app = await hostedApp(database);
  const browser = app.browser();
  for (const forget of [() => app.wait(3_601_000), () => browser.cookies.clear()]) {
    const page = await browser.open("/device");
    forget();
    const again = await browser.send(page, "/device", { user_code: "BCDF-GHJK" });
    equal(again.status, 200);
    match(again.html, /value="BCDF-GHJK"/);
    const answered = await browser.send(again, "/device");
    equal(answered.status, 422, answered.html);
    match(answered.html, /This code is unknown/);
  }
  doesNotMatch(app.lines.join(""), /"bug"/);
});
