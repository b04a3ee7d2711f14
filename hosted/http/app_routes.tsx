/** The page of a person's connected apps. */

import type { Hono } from "hono";
import type { Account } from "../accounts/account.ts";
import { listConnectedApps, revokeApp } from "../oauth/connected_apps.ts";
import { SCOPE_WORDS } from "../oauth/scopes.ts";
import { AppsPage, RevokeAppPage, type ShownApp } from "../pages/apps.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage } from "./forms.tsx";
import { type Hosted, resourceOf, visitOf } from "./hosted.ts";
import { answerPage } from "./pages.tsx";
import { say } from "./words.ts";

/** Adds the connected apps page to an app. */
export function addAppRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, time } = hosted;
  const appsOf = async ({ id }: Account): Promise<readonly ShownApp[]> => {
    return (await listConnectedApps(database, id, time())).map((each) => ({
      ...each,
      permissions: each.scopes.map((scope) => SCOPE_WORDS[scope] ?? scope),
    }));
  };
  const appWith = async (account: Account, id: string | undefined) => {
    return (await appsOf(account)).find(({ grantId }) => grantId === id);
  };
  addAccountPage(app, "/apps", hosted, async (c, { visitor }, account) => {
    const apps = await appsOf(account);
    return answerPage(c, <AppsPage {...{ visitor, apps, mcpUrl: resourceOf(hosted) }} />);
  });
  addAccountPage(app, "/apps/revoke", hosted, async (c, { visitor }, account) => {
    const asked = await appWith(account, c.req.query("id"));
    if (asked === undefined) return c.redirect("/apps", 303);
    return answerPage(c, <RevokeAppPage visitor={visitor} app={asked} />);
  });
  addAccountForm(app, "/apps/revoke", hosted, async (c, { known, field }, account) => {
    const asked = await appWith(account, field("id"));
    // A missing app counts as revoked.
    await revokeApp(database, account.id, field("id"), visitOf(c, hosted));
    const words = asked === undefined
      ? "This app was revoked already."
      : `Revoked the app “${asked.name}”.`;
    say(c, hosted, known, words);
    return c.redirect("/apps", 303);
  });
}
