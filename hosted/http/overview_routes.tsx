/** The home page of people who are logged in, and the page of the audit log. */

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

/** Number of days in the chart of calls. */
const CHARTED_DAYS = 30;

/** Number of audit entries on the home page. */
const RECENT = 8;

/** Number of audit entries on a page of the log. */
const PAGE = 50;

/** Adds both pages to an app. Without a login, the home page is the playground. */
export function addOverviewRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const { database, limits, time } = hosted;
  app.get(HOME, async (c) => {
    const known = await visitorOf(c, hosted);
    const { account, visitor } = known;
    if (account === null) return await answerPlayground(c, known);
    const [days, storage, { lines }] = await Promise.all([
      callsByDay(database, account.id, { now: time(), days: CHARTED_DAYS }),
      storageUsage(database, account.id),
      readAuditLog(database, account, { limit: RECENT }),
    ]);
    return answerPage(c, <OverviewPage {...{ visitor, days, storage, limits, recent: lines }} />);
  });
  addAccountPage(app, "/activity", hosted, async (c, { visitor }, account) => {
    const before = c.req.query("before");
    const page = await readAuditLog(database, account, { limit: PAGE, before });
    return answerPage(
      c,
      <ActivityPage visitor={visitor} {...page} isNewest={before === undefined} />,
    );
  });
}
