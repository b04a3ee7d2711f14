/** The API of the audit log. */

import type { Hono } from "hono";
import { readAuditLog } from "../accounts/audit_log.ts";
import { addApi, isoTime } from "./account_api.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";

/** Number of entries in an answer. */
const PAGE = 100;

/** Adds `GET /api/audit` to an app. The owner gets all entries, and members get only their own. */
export function addAuditRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  addApi(app, "get", "/api/audit", hosted, async (c, account) => {
    const asked = { limit: PAGE, before: c.req.query("before") };
    const { lines, before } = await readAuditLog(hosted.database, account, asked);
    const entries = lines.map(({ at, accountId, email, event, subject, client }) => ({
      at: isoTime(at),
      account_id: accountId,
      email,
      event,
      subject,
      client,
    }));
    return c.json({ entries, before });
  });
}
