/** What people see first once they are in, and the log of what they and their agents did. */

import type { Hono } from "hono";
import { readAuditLog } from "../accounts/audit_log.ts";
import { ActivityPage } from "../pages/activity.tsx";
import { OverviewPage } from "../pages/overview.tsx";
import { callsByDay, storageUsage } from "../accounts/usage_history.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import { addAccountPage } from "./forms.tsx";
import type { Hosted } from "./hosted.ts";
import { HOME } from "./local_path.ts";
import { answerPage } from "./pages.tsx";
import { answerPlayground } from "./playground_routes.tsx";
import { visitorOf } from "./visitors.ts";

/** Days in the chart. */
const CHARTED_DAYS = 30;

/** Entries among others. */
const RECENT = 8;

/** Entries on a page of their own. */
const PAGE = 50;

/** Adds the overview, before which others see the playground, and the page of activity to an app. */
export function addOverviewRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, limits, time } = hosted;
  app.get(HOME, async (c) => {
    const known = await visitorOf(c, hosted);
    const { account, visitor } = known;
    if (account === null) return await answerPlayground(c, known);
    const [days, room, { lines }] = await Promise.all([
      callsByDay(database, account.id, { now: time(), days: CHARTED_DAYS }),
      storageUsage(database, account.id),
      readAuditLog(database, account, { limit: RECENT }),
    ]);
    return answerPage(c, <OverviewPage {...{ visitor, days, room, limits, recent: lines }} />);
  });
  addAccountPage(app, "/activity", hosted, async (c, { visitor }, account) => {
    const asked = c.req.query("before");
    const page = await readAuditLog(database, account, { limit: PAGE, before: asked });
    return answerPage(
      c,
      <ActivityPage visitor={visitor} {...page} isNewest={asked === undefined} />,
    );
  });
}
