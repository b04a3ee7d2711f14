/** The audit log. Each entry is written in the transaction of the action that it records. */

import type { Queries } from "./database.ts";

/** Kinds of audit entries, as the database stores them. */
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
  | "password-reset"
  | "person-removed"
  | "previews-revoked"
  | "project-changed"
  | "project-deleted";

export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `null` if no one was logged in. */
  readonly accountId: string | null;
  readonly event: AuditEvent;
  /**
   * The object of the action: an email address, an issuer, a key's id, or the name of a project or app. It is
   * never a secret.
   */
  readonly subject: string;
  /** The client's IP address; `null` if unknown. */
  readonly client: string | null;
}

/** Adds an entry to the audit log. */
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
