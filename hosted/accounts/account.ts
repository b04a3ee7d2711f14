/** The types of accounts, and common queries for them. */

import type { AccountDiagnostic } from "./diagnostic.ts";
import { isId } from "./ids.ts";
import { error } from "../../core/diagnostic.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import type { Passwords } from "./password.ts";

/** A server has one owner: the first person who used the owner's link. Everyone else is invited. */
export type Role = "owner" | "member";

export type Account = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
};

/** The email address and password from a form. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The database and password hashing that accounts use. */
export interface AccountWorld {
  readonly database: Database;
  readonly passwords: Passwords;
}

/** Returns an account, or `null` if it does not exist. */
export async function findAccount(queries: Queries, accountId: string): Promise<Account | null> {
  if (!isId(accountId, "acc")) return null;
  const sql = "SELECT id, email, role FROM accounts WHERE id = $1";
  const account = await first<Account>(queries, sql, accountId);
  return account === null ? null : { ...account };
}

/** Reports whether an account is the owner's. */
export async function isOwner(queries: Queries, accountId: string): Promise<boolean> {
  const sql = "SELECT id FROM accounts WHERE id = $1 AND role = 'owner'";
  return await first(queries, sql, accountId) !== null;
}

/** Returns the error for requests that only the owner may make. */
export function onlyOwner(): AccountDiagnostic {
  return error("account-owner", "Only the server's owner can do this.");
}

/**
 * Locks an account: until the transaction ends, no other transaction can change or remove the account.
 *
 * @returns Whether the account exists.
 */
export async function lockAccount(queries: Queries, accountId: string): Promise<boolean> {
  // This statement changes nothing, but locks the row: SQLite has no SELECT ... FOR UPDATE.
  const sql = "UPDATE accounts SET role = role WHERE id = $1 RETURNING id";
  return await first(queries, sql, accountId) !== null;
}
