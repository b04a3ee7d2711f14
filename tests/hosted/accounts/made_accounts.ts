/** Accounts for tests, made as people make them. */

import { ok } from "node:assert/strict";
import { acceptInvitation } from "../../../hosted/accounts/accept_invitation.ts";
import type { Account } from "../../../hosted/accounts/account.ts";
import { invite, ownerCode } from "../../../hosted/accounts/invitations.ts";
import type { Passwords } from "../../../hosted/accounts/password.ts";
import type { Visit } from "../../../hosted/accounts/visit.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import type { TestedDatabase } from "../storage/on_both.ts";

/** 2026-11-20, in the middle of the day. */
export const NOON = Date.UTC(2026, 10, 20, 12);

export const VISIT: Visit = { now: NOON, client: "192.0.2.7" };

export const PASSWORD = "correct horse battery";

/** Keeps passwords as they are, for tests of anything else, and notes what was compared. */
export interface PlainPasswords extends Passwords {
  /** What each password was compared with. */
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

/** Makes the owner's account. */
export async function makeOwner(database: Database): Promise<Account> {
  return await accept(database, await ownerCode(database, NOON), "owner@example.org");
}

/** Makes an account that the owner invited. */
export async function makeMember(
  database: Database,
  owner: Account,
  email: string,
): Promise<Account> {
  const invited = await invite(database, owner.id, email, VISIT);
  ok("linkCode" in invited);
  return await accept(database, invited.linkCode, email);
}

async function accept(database: Database, code: string | null, email: string): Promise<Account> {
  ok(code !== null);
  const world = { database, passwords: plainPasswords() };
  const result = await acceptInvitation(world, code, { email, password: PASSWORD }, VISIT);
  ok(result.kind === "made");
  return result.account;
}

/** Two servers of one database, where it is one for many. */
export async function twoServers(
  database: Database,
  { open }: TestedDatabase,
): Promise<readonly [Database, Database]> {
  return [database, database.kind === "sqlite" ? database : await open()];
}

/** What the log has, the oldest first. */
export async function auditOf(database: Database): Promise<string[]> {
  const rows = await database.all<{ event: string; subject: string }>(
    "SELECT event, subject FROM audit ORDER BY at, event, subject",
  );
  return rows.map(({ event, subject }) => `${event} ${subject}`);
}

/** How many rows a table has. */
export async function rowsOf(database: Database, table: string): Promise<number> {
  return (await database.all(`SELECT * FROM ${table}`)).length;
}

/** Text that breaks whatever puts it together with other text. */
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
