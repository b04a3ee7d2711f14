/** The apps that people let in. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import { leasesOver } from "../accounts/leases.ts";
import type { Visit } from "../accounts/visit.ts";
import { clientHost, shownClientName } from "./client_names.ts";
import { TOKEN_KINDS } from "./stale_records.ts";

/** An app that somebody let in. */
export interface ConnectedApp {
  /** Names the consent, and opens nothing. */
  readonly grantId: string;
  readonly name: string;
  /** The host that answers for it; `null` if the name is only what it says of itself. */
  readonly knownFrom: string | null;
  readonly scopes: readonly string[];
  readonly connectedAt: number;
  /** When it last got a token, which it does every hour that it is at work. */
  readonly lastActiveAt: number;
}

type GrantRow = {
  readonly id: string;
  readonly payload: string;
  readonly created_at: number;
  readonly client: string | null;
  readonly last_active_at: number;
};

/** Finds the apps that can act for somebody, the newest first. */
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
      name: shownClientName(clientId, nameIn(client)),
      knownFrom: clientHost(clientId),
      scopes: [...new Set(Object.values<string>(resources).flatMap((each) => each.split(" ")))],
      connectedAt: created_at,
      lastActiveAt: last_active_at,
    };
  });
}

/**
 * Revokes what somebody let an app do. When this is done, or finds no such app, which may have been
 * revoked just now, none of its tokens is good for anything on any server: it waits until all leases
 * are over.
 *
 * @returns Why it cannot be, the same for those of others and for none; `null` once it is done.
 */
export async function revokeApp(
  database: Database,
  accountId: string,
  grantId: string,
  { now, client }: Visit,
): Promise<Diagnostic | null> {
  const problem = await database.transaction(async (queries) => {
    // The library's names; what else was sent is not looked for.
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

/** Notes that somebody let an app in. */
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
  return shownClientName(clientId, nameIn(row?.payload ?? null));
}

/** @param client What is kept of it; `null` for one that is kept elsewhere. */
function nameIn(client: string | null): string | undefined {
  const { client_name: name } = client === null
    ? {} as Record<string, unknown>
    : JSON.parse(client);
  return typeof name === "string" ? name : undefined;
}
