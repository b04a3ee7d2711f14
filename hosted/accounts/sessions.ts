/** Browser sessions of people who are logged in. */

import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import type { Account, Role } from "./account.ts";
import { LIFETIMES, milliseconds, SESSIONS_LIMIT } from "./limits.ts";
import { hashOfSecret, makeSecretText } from "./secret_text.ts";
import type { Visit } from "./visit.ts";

/** A session, as the browser's cookie stores it. */
export interface Session {
  /** A secret. The server stores only its hash. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Starts a session with a new id, which prevents session fixation. Ends the account's oldest sessions if
 * it has too many.
 */
export async function startSession(
  queries: Queries,
  accountId: string,
  now: number,
): Promise<Session> {
  await queries.all(
    `DELETE FROM sessions WHERE account_id = $1 AND id_hash NOT IN (
      SELECT id_hash FROM sessions WHERE account_id = $1
      ORDER BY created_at DESC LIMIT ${SESSIONS_LIMIT - 1}
    )`,
    accountId,
  );
  const id = makeSecretText();
  const expiresAt = now + milliseconds(LIFETIMES.session);
  await queries.all(
    "INSERT INTO sessions (id_hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
    hashOfSecret(id),
    accountId,
    now,
    expiresAt,
  );
  return { id, expiresAt };
}

/** Returns the account of a session, or `null` if the session does not exist or has expired. */
export async function findSession(
  database: Database,
  id: string,
  now: number,
): Promise<Account | null> {
  const row = await first<{ id: string; email: string; role: Role }>(
    database,
    `SELECT accounts.id AS id, email, role FROM sessions
     JOIN accounts ON accounts.id = sessions.account_id
     WHERE id_hash = $1 AND expires_at > $2`,
    hashOfSecret(id),
    now,
  );
  return row === null ? null : { id: row.id, email: row.email, role: row.role };
}

/** Ends a session, if it exists. */
export async function endSession(database: Database, id: string, visit: Visit): Promise<void> {
  await database.transaction(async (queries) => {
    const ended = await first<{ account_id: string }>(
      queries,
      "DELETE FROM sessions WHERE id_hash = $1 RETURNING account_id",
      hashOfSecret(id),
    );
    if (ended !== null) await recordLogout(queries, ended.account_id, visit);
  });
}

async function recordLogout(
  queries: Queries,
  accountId: string,
  { now, client }: Visit,
): Promise<void> {
  const sql = "SELECT email FROM accounts WHERE id = $1";
  const account = await first<{ email: string }>(queries, sql, accountId);
  const subject = account?.email ?? "";
  await recordAudit(queries, { at: now, accountId, event: "logout", subject, client });
}
