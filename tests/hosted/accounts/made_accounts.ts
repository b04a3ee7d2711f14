/** Creates accounts for tests as people do. */

import { ok } from "node:assert/strict";
import { acceptInvitation, type AcceptResult } from "../../../hosted/accounts/accept_invitation.ts";
import type { Account, Credentials } from "../../../hosted/accounts/account.ts";
import { type Invitation, invite, ownerCode } from "../../../hosted/accounts/invitations.ts";
import type { Passwords } from "../../../hosted/accounts/password.ts";
import type { Visit } from "../../../hosted/accounts/visit.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import type { TestedDatabase } from "../storage/on_both.ts";

/** Noon on 2026-11-20 (UTC). */
export const NOON = Date.UTC(2026, 10, 20, 12);

export const VISIT: Visit = { now: NOON, client: "192.0.2.7" };

export const PASSWORD = "correct horse battery";

/** Passwords in plain text, for tests of other features. Each comparison is recorded. */
export interface PlainPasswords extends Passwords {
  /** The hashes that passwords were compared with. */
  readonly compared: (string | null)[];
}

export function plainPasswords(): PlainPasswords {
  const compared: (string | null)[] = [];
  return {
    compared,
    hash: (password) => Promise.resolve(password),
    matches(password, kept) {
      compared.push(kept);
      return Promise.resolve(password === kept);
    },
    isOutdated: () => false,
  };
}

/** Creates the owner's account. */
export async function makeOwner(database: Database): Promise<Account> {
  return await accepted(database, await ownerCode(database, NOON), "owner@example.org");
}

/** Creates an account that the owner invites. */
export async function makeMember(
  database: Database,
  owner: Account,
  email: string,
): Promise<Account> {
  const { code } = await invited(database, owner.id, email);
  return await accepted(database, code, email);
}

async function accepted(database: Database, code: string | null, email: string): Promise<Account> {
  ok(code !== null);
  const result = await accept(database, code, { ...ADA, email });
  ok(result.kind === "made");
  return result.account;
}

/** Credentials of a new person. */
export const ADA: Credentials = { email: "ada@example.org", password: PASSWORD };

/** Accepts an invitation, or the owner's code. */
export function accept(
  database: Database,
  code: string,
  credentials = ADA,
  now = NOON,
): Promise<AcceptResult> {
  const world = { database, passwords: plainPasswords() };
  return acceptInvitation(world, code, credentials, { ...VISIT, now });
}

/** Returns the codes of the diagnostics of a refusal. */
export async function codesOf(result: Promise<AcceptResult>): Promise<readonly string[]> {
  const outcome = await result;
  return outcome.kind === "made" ? [] : outcome.problems.map(({ code }) => code);
}

/** Invites a person. */
export async function invited(
  database: Database,
  ownerId: string,
  email: string | null = null,
): Promise<{ readonly code: string; readonly invitation: Invitation }> {
  const result = await invite(database, ownerId, email, VISIT);
  ok("linkCode" in result);
  return { code: result.linkCode, invitation: result.invitation };
}

/** Returns a database as two servers see it. SQLite serves only one server, so both are the same. */
export async function twoServers(
  database: Database,
  { open }: TestedDatabase,
): Promise<readonly [Database, Database]> {
  return [database, database.kind === "sqlite" ? database : await open()];
}

/** Returns the audit log, oldest entry first. */
export async function auditOf(database: Database): Promise<string[]> {
  const rows = await database.all<{ event: string; subject: string }>(
    "SELECT event, subject FROM audit ORDER BY at, event, subject",
  );
  return rows.map(({ event, subject }) => `${event} ${subject}`);
}

/** Returns the number of rows of a table. */
export async function rowsOf(database: Database, table: string): Promise<number> {
  return (await database.all(`SELECT * FROM ${table}`)).length;
}

/** Texts that attack naive string concatenation. */
export const INJECTIONS = [
  "'; DROP TABLE accounts; --",
  `" OR ""="`,
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "{{7*7}} ${7*7} <%= 7*7 %>",
  "$1 $2 ?1",
  "%_\\",
  "/* */ -- #",
  "你好 🙂 é",
];

/** Returns the passwords that the database keeps. */
export async function keptPasswords(database: Database): Promise<readonly unknown[]> {
  return (await database.all("SELECT password FROM accounts")).map(({ password }) => password);
}
