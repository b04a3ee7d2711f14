/** Invitations to create an account. The owner's link is also an invitation. */

import { error } from "../../core/diagnostic.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import { isOwner, onlyOwner, type Role } from "./account.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { emailProblem, parseEmail } from "./email.ts";
import { LIFETIMES, milliseconds } from "./limits.ts";
import { hashOfSecret, makeSecretText } from "./secret_text.ts";
import type { Visit } from "./visit.ts";

/** An invitation that is still open. */
export interface Invitation {
  /** The hash of the code. Only the code itself can be used to accept the invitation. */
  readonly id: string;
  /** The invited address; `null` if anyone with the link can accept. */
  readonly email: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** The role and address of an invitation whose link was opened. */
export interface OpenInvitation {
  readonly role: Role;
  readonly email: string | null;
}

/**
 * Creates a code for the owner's link. Earlier codes keep working until they expire or the server has
 * an owner.
 *
 * @returns `null` if the server has an owner.
 */
export async function ownerCode(database: Database, now: number): Promise<string | null> {
  if (await hasOwner(database)) return null;
  const code = makeSecretText();
  await database.transaction(async (queries) => {
    await queries.all("DELETE FROM invitations WHERE role = 'owner' AND expires_at <= $1", now);
    const expiresAt = now + milliseconds(LIFETIMES.ownerCode);
    await addInvitation(queries, code, { role: "owner", email: null, now, expiresAt });
  });
  return code;
}

/**
 * Creates an invitation. Earlier invitations of the same address stop working. Only the owner may do this.
 *
 * @param email The invited address; `null` if anyone with the link can accept.
 * @returns The code for the link, or the problem.
 */
export async function invite(
  database: Database,
  ownerId: string,
  email: string | null,
  { now, client }: Visit,
): Promise<{ readonly linkCode: string; readonly invitation: Invitation } | AccountDiagnostic> {
  const known = email === null ? null : parseEmail(email);
  if (email !== null && known === null) return emailProblem(email);
  return await database.transaction(async (queries) => {
    if (!await isOwner(queries, ownerId)) return onlyOwner();
    if (known !== null && await hasAccount(queries, known)) {
      return error("account-email", `'${known}' already has an account.`);
    }
    if (known !== null) await removeInvitations(queries, known);
    const code = makeSecretText();
    const expiresAt = now + milliseconds(LIFETIMES.invitation);
    await addInvitation(queries, code, { role: "member", email: known, now, expiresAt });
    await recordAudit(queries, {
      at: now,
      accountId: ownerId,
      event: "invited",
      subject: known ?? "",
      client,
    });
    const id = hashOfSecret(code);
    return { linkCode: code, invitation: { id, email: known, createdAt: now, expiresAt } };
  });
}

/** Returns the open invitation for a code, or `null` if the code is unknown, used or expired. */
export async function findInvitation(
  database: Database,
  code: string,
  now: number,
): Promise<OpenInvitation | null> {
  const found = await first<{ role: Role; email: string | null }>(
    database,
    `SELECT role, email FROM invitations WHERE code_hash = $1 AND expires_at > $2
       AND role IN ('owner', 'member')`,
    hashOfSecret(code),
    now,
  );
  if (found === null || found.role === "owner" && await hasOwner(database)) return null;
  return { role: found.role, email: found.email };
}

/** Lists the open invitations, newest first. Only the owner may do this. */
export async function listInvitations(
  database: Database,
  ownerId: string,
  now: number,
): Promise<readonly Invitation[] | AccountDiagnostic> {
  if (!await isOwner(database, ownerId)) return onlyOwner();
  const rows = await database.all<InvitationRow>(
    `SELECT code_hash, email, created_at, expires_at FROM invitations
     WHERE role = 'member' AND expires_at > $1 ORDER BY created_at DESC, code_hash`,
    now,
  );
  return rows.map(({ code_hash, email, created_at, expires_at }) => ({
    id: code_hash,
    email,
    createdAt: created_at,
    expiresAt: expires_at,
  }));
}

/** Withdraws an invitation. Only the owner may do this. */
export async function withdrawInvitation(
  database: Database,
  ownerId: string,
  id: string,
  { now, client }: Visit,
): Promise<AccountDiagnostic | null> {
  return await database.transaction(async (queries) => {
    if (!await isOwner(queries, ownerId)) return onlyOwner();
    const withdrawn = /^[0-9a-f]{64}$/.test(id)
      ? await first<{ email: string | null }>(
        queries,
        "DELETE FROM invitations WHERE code_hash = $1 AND role = 'member' RETURNING email",
        id,
      )
      : null;
    if (withdrawn === null) return error("invitation-missing", "Invitation not found.");
    await recordAudit(queries, {
      at: now,
      accountId: ownerId,
      event: "invitation-withdrawn",
      subject: withdrawn.email ?? "",
      client,
    });
    return null;
  });
}

type InvitationRow = {
  readonly code_hash: string;
  readonly email: string | null;
  readonly created_at: number;
  readonly expires_at: number;
};

interface NewInvitation {
  readonly role: Role;
  readonly email: string | null;
  readonly now: number;
  readonly expiresAt: number;
}

async function addInvitation(
  queries: Queries,
  code: string,
  { role, email, now, expiresAt }: NewInvitation,
): Promise<void> {
  await queries.all(
    `INSERT INTO invitations (code_hash, role, email, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5)`,
    hashOfSecret(code),
    role,
    email,
    now,
    expiresAt,
  );
}

/** Removes the open invitations of an address. */
export async function removeInvitations(queries: Queries, email: string): Promise<void> {
  await queries.all("DELETE FROM invitations WHERE role = 'member' AND email = $1", email);
}

/** Reports whether the server has an owner. */
export async function hasOwner(queries: Queries): Promise<boolean> {
  return await first(queries, "SELECT id FROM accounts WHERE role = 'owner'") !== null;
}

async function hasAccount(queries: Queries, email: string): Promise<boolean> {
  return await first(queries, "SELECT id FROM accounts WHERE email = $1", email) !== null;
}
