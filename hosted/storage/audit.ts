/** The log of what people and their agents did, written in the transaction of what it tells of. */

import type { Queries } from "./database.ts";

/** What can be told of. */
export type AuditEvent =
  | "account-made"
  | "app-connected"
  | "app-revoked"
  | "identity-linked"
  | "identity-login"
  | "identity-unlinked"
  | "invited"
  | "invitation-withdrawn"
  | "login"
  | "login-failed"
  | "logout"
  | "key-made"
  | "key-revoked"
  | "password-changed"
  | "person-removed"
  | "project-changed"
  | "project-deleted";

export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `null` where nobody was logged in. */
  readonly accountId: string | null;
  readonly event: AuditEvent;
  /** What it was done to, never a secret: an email address, a key's id, a project's or an app's name. */
  readonly subject: string;
  /** The address that it came from, where it is known. */
  readonly client: string | null;
}

/** Adds to the log. */
export async function recordAudit(
  queries: Queries,
  { at, accountId, event, subject, client }: AuditEntry,
): Promise<void> {
  await queries.all(
    "INSERT INTO audit (id, at, account_id, event, subject, client) VALUES ($1, $2, $3, $4, $5, $6)",
    `aud_${crypto.randomUUID()}`,
    at,
    accountId,
    event,
    subject,
    client,
  );
}
