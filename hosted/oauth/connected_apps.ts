/** The apps that people have connected to their accounts. */

import { error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import { leasesOver } from "../accounts/leases.ts";
import type { Visit } from "../accounts/visit.ts";
import { appNameOf, clientHost } from "./client_names.ts";
import { TOKEN_KINDS } from "./stale_records.ts";
import type { AccountDiagnostic } from "../accounts/diagnostic.ts";

/** A connected app. */
export interface ConnectedApp {
  /** The id of the consent. It is not a secret. */
  readonly grantId: string;
  readonly name: string;
  /** The host that vouches for the app; `null` if the app only claims its name. */
  readonly knownFrom: string | null;
  readonly scopes: readonly string[];
  readonly connectedAt: number;
  /** The time at which the app last got a token. An active app gets a new token every hour. */
  readonly lastActiveAt: number;
}

type GrantRow = {
  readonly id: string;
  readonly payload: string;
  readonly created_at: number;
  readonly client: string | null;
  readonly last_active_at: number;
};

/** Lists the apps that can act for an account, newest first. */
export async function listConnectedApps(
  database: Database,
  accountId: string,
  now: number,
): Promise<readonly ConnectedApp[]> {
  const rows = await database.all<GrantRow>(
    `SELECT consent.id AS id, consent.payload AS payload, consent.created_at AS created_at,
       client.payload AS client, used.last_active_at AS last_active_at
     FROM oauth_records consent
     JOIN (
       SELECT grant_id, MAX(created_at) AS last_active_at FROM oauth_records
       WHERE account_id = $1 AND kind IN (${TOKEN_KINDS}) AND consumed_at IS NULL
         AND expires_at > $2 GROUP BY grant_id
     ) used ON used.grant_id = consent.id
     LEFT JOIN oauth_records client ON client.kind = 'Client' AND client.id = consent.client_id
     WHERE consent.kind = 'Grant' AND consent.account_id = $1
     ORDER BY consent.created_at DESC, consent.id`,
    accountId,
    now,
  );
  return rows.map(({ id, payload, created_at, client, last_active_at }) => {
    const { clientId, resources = {} } = JSON.parse(payload);
    return {
      grantId: id,
      name: appNameOf(clientId, client),
      knownFrom: clientHost(clientId),
      scopes: [...new Set(Object.values<string>(resources).flatMap((each) => each.split(" ")))],
      connectedAt: created_at,
      lastActiveAt: last_active_at,
    };
  });
}

/**
 * Revokes an app, then waits until all leases have expired, so that no server accepts any of the app's tokens
 * afterwards. Waits even if the app is not found, because another request may have just revoked it.
 *
 * @returns `null` if the app was revoked, or otherwise the problem. The problem is the same for another
 *   account's app as for an unknown app.
 */
export async function revokeApp(
  database: Database,
  accountId: string,
  grantId: string,
  { now, client }: Visit,
): Promise<AccountDiagnostic | null> {
  const problem = await database.transaction(async (queries) => {
    // A string that cannot be one of the library's ids is never used in a query.
    const revoked = /^[\w-]{1,64}$/.test(grantId)
      ? await first<{ client_id: string }>(
        queries,
        `DELETE FROM oauth_records WHERE kind = 'Grant' AND id = $1 AND account_id = $2
         RETURNING client_id`,
        grantId,
        accountId,
      )
      : null;
    if (revoked === null) return error("app-missing", "App not found.");
    await queries.all("DELETE FROM oauth_records WHERE grant_id = $1", grantId);
    const subject = await appName(queries, revoked.client_id);
    await recordAudit(queries, { at: now, accountId, event: "app-revoked", subject, client });
    return null;
  });
  await leasesOver();
  return problem;
}

/** Records in the audit log that someone connected an app. */
export async function recordConnected(
  database: Database,
  accountId: string,
  clientId: string,
  { now, client }: Visit,
): Promise<void> {
  await database.transaction(async (queries) => {
    const subject = await appName(queries, clientId);
    await recordAudit(queries, { at: now, accountId, event: "app-connected", subject, client });
  });
}

async function appName(queries: Queries, clientId: string): Promise<string> {
  const sql = "SELECT payload FROM oauth_records WHERE kind = 'Client' AND id = $1";
  const row = await first<{ payload: string }>(queries, sql, clientId);
  return appNameOf(clientId, row?.payload ?? null);
}
