/** The people of a server, as its owner sees them. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first } from "../storage/database.ts";
import { type Account, isOwner, onlyOwner, type Role } from "./account.ts";
import { isId } from "./ids.ts";
import { leasesOver } from "./leases.ts";
import type { Visit } from "./visit.ts";

/** Somebody with an account. */
export interface Person extends Account {
  readonly createdAt: number;
  readonly projects: number;
  /** Of all their projects. */
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

/** Everybody, in the order in which they came; only the owner sees them. */
export async function listPeople(
  database: Database,
  ownerId: string,
): Promise<readonly Person[] | Diagnostic> {
  if (!await isOwner(database, ownerId)) return onlyOwner();
  const rows = await database.all<PersonRow>(
    "SELECT id, email, role, created_at, projects, bytes FROM accounts ORDER BY created_at, id",
  );
  return rows.map(({ created_at, ...person }) => ({ ...person, createdAt: created_at }));
}

/**
 * Removes somebody with their keys, sessions and projects; only the owner does, and not themselves.
 * When this is done, or finds nobody, whom somebody else may have removed just now, no server lets them
 * in: it waits until all leases are over.
 *
 * @returns Why it cannot be; `null` once it is done.
 */
export async function removePerson(
  database: Database,
  ownerId: string,
  accountId: string,
  { now, client }: Visit,
): Promise<Diagnostic | null> {
  const problem = await database.transaction(async (queries) => {
    if (!await isOwner(queries, ownerId)) return onlyOwner();
    if (accountId === ownerId) return error("account-owner", "The owner cannot be removed.");
    const sql = "DELETE FROM accounts WHERE id = $1 RETURNING email";
    const removed = isId(accountId, "acc")
      ? await first<{ email: string }>(queries, sql, accountId)
      : null;
    if (removed === null) return error("account-missing", "There is no such account.");
    const subject = removed.email;
    const event = "person-removed";
    await recordAudit(queries, { at: now, accountId: ownerId, event, subject, client });
    return null;
  });
  if (problem?.code !== "account-owner") await leasesOver();
  return problem;
}
