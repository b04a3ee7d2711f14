/** Lists and removes the people of a server, for its owner. */

import { error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first } from "../storage/database.ts";
import { type Account, isOwner, onlyOwner, type Role } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { isId } from "./ids.ts";
import { leasesOver } from "./leases.ts";
import type { Visit } from "./visit.ts";

/** An account with its usage. */
export interface Person extends Account {
  readonly createdAt: number;
  readonly projects: number;
  /** Bytes of all paths and file contents in the projects. */
  readonly bytes: number;
}

type PersonRow = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly created_at: number;
  readonly projects: number;
  readonly bytes: number;
};

/** Lists everyone with an account, oldest account first. Only the owner may do this. */
export async function listPeople(
  database: Database,
  ownerId: string,
): Promise<readonly Person[] | AccountDiagnostic> {
  if (!await isOwner(database, ownerId)) return onlyOwner();
  const rows = await database.all<PersonRow>(
    "SELECT id, email, role, created_at, projects, bytes FROM accounts ORDER BY created_at, id",
  );
  return rows.map(({ created_at, ...person }) => ({ ...person, createdAt: created_at }));
}

/**
 * Removes a person with their keys, sessions and projects. Only the owner may do this, and owners cannot
 * remove themselves. Waits until all leases have expired, so that no server lets the person in afterwards.
 * Waits even if the account does not exist, because another request may have just removed it.
 *
 * @returns `null` if the person was removed, or otherwise the problem.
 */
export async function removePerson(
  database: Database,
  ownerId: string,
  accountId: string,
  { now, client }: Visit,
): Promise<AccountDiagnostic | null> {
  const problem = await database.transaction(async (queries) => {
    if (!await isOwner(queries, ownerId)) return onlyOwner();
    if (accountId === ownerId) return error("account-owner", "Cannot remove the server's owner.");
    const sql = "DELETE FROM accounts WHERE id = $1 RETURNING email";
    const removed = isId(accountId, "acc")
      ? await first<{ email: string }>(queries, sql, accountId)
      : null;
    if (removed === null) return error("account-missing", "Account not found.");
    const subject = removed.email;
    const event = "person-removed";
    await recordAudit(queries, { at: now, accountId: ownerId, event, subject, client });
    return null;
  });
  if (problem?.code !== "account-owner") await leasesOver();
  return problem;
}
