/** The page of a person's connected apps. */

import type { Hono } from "hono";
import { listConnectedApps, revokeApp } from "../oauth/connected_apps.ts";
import { SCOPE_WORDS } from "../oauth/scopes.ts";
import { AppsPage } from "../pages/apps.tsx";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountForm, addAccountPage } from "./forms.tsx";
import { type Hosted, resourceOf, visitOf } from "./hosted.ts";
import { answerPage } from "./pages.tsx";

/** Adds the connected apps page to an app. */
export function addAppRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, time } = hosted;
  addAccountPage(app, "/apps", hosted, async (c, { visitor }, { id }) => {
    const apps = (await listConnectedApps(database, id, time())).map((each) => ({
      ...each,
      permissions: each.scopes.map((scope) => SCOPE_WORDS[scope] ?? scope),
    }));
    return answerPage(c, <AppsPage {...{ visitor, apps, mcpUrl: resourceOf(hosted) }} />);
  });
  addAccountForm(app, "/apps/revoke", hosted, async (c, { field }, account) => {
    // A missing app counts as revoked.
    await revokeApp(database, account.id, field("id"), visitOf(c, hosted));
    return c.redirect("/apps", 303);
  });
}
