/** People's accounts, as everything else here sees them. */

import { isId } from "./ids.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import type { Passwords } from "./password.ts";

/** There is one owner, whom the first start's link makes; everybody else is invited. */
export type Role = "owner" | "member";

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
};

/** What somebody fills in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What making an account takes. */
export interface AccountWorld {
  readonly database: Database;
  readonly passwords: Passwords;
}

/** Finds an account; `null` if there is none. */
export async function findAccount(queries: Queries, accountId: string): Promise<Account | null> {
  if (!isId(accountId, "acc")) return null;
  const sql = "SELECT id, email, role FROM accounts WHERE id = $1";
  const account = await first<Account>(queries, sql, accountId);
  return account === null ? null : { ...account };
}

/** Whether an account is the owner's. */
export async function isOwner(queries: Queries, accountId: string): Promise<boolean> {
  const sql = "SELECT id FROM accounts WHERE id = $1 AND role = 'owner'";
  return await first(queries, sql, accountId) !== null;
}

/** Tells anybody else that something is the owner's business. */
export function onlyOwner(): Diagnostic {
  return error("account-owner", "Only the owner of this server may do this.");
}

/**
 * Keeps others from changing or removing an account until the transaction's end.
 *
 * @returns Whether there is such an account.
 */
export async function holdAccount(queries: Queries, accountId: string): Promise<boolean> {
  // What Postgres says FOR UPDATE for; SQLite has no word for it.
  const sql = "UPDATE accounts SET role = role WHERE id = $1 RETURNING id";
  return await first(queries, sql, accountId) !== null;
}
