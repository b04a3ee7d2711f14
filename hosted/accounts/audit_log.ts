/** Reads pages of the audit log. */

import type { AuditEvent } from "../storage/audit.ts";
import type { Database } from "../storage/database.ts";
import type { Account } from "./account.ts";

/** An audit entry, with the email address of its account and the name of its API key. */
export interface AuditLine {
  readonly at: number;
  readonly accountId: string | null;
  /** The account's address; `null` if no one was logged in, or the account was removed. */
  readonly email: string | null;
  readonly event: AuditEvent;
  readonly subject: string;
  /** If the subject is an API key that was not revoked, the key's name. Otherwise, `null`. */
  readonly subjectName: string | null;
  readonly client: string | null;
}

export interface AuditPage {
  /** Newest first. */
  readonly lines: readonly AuditLine[];
  /** Cursor of the next page, with older entries; `null` on the last page. */
  readonly before: string | null;
}

export interface AuditPageOptions {
  /** Maximum number of lines. */
  readonly limit: number;
  /** Cursor from the previous page. */
  readonly before?: string | undefined;
}

type AuditRow = {
  readonly id: string;
  readonly at: number;
  readonly account_id: string | null;
  readonly email: string | null;
  readonly event: AuditEvent;
  readonly subject: string;
  readonly key_name: string | null;
  readonly client: string | null;
};

/** Reads a page of the log. The owner sees every entry; members see only their own. */
export async function readAuditLog(
  database: Database,
  { id, role }: Account,
  { limit, before }: AuditPageOptions,
): Promise<AuditPage> {
  const { at, entry } = parseCursor(before);
  const [condition, whose] = role === "owner" ? ["", []] : ["AND audit.account_id = $4", [id]];
  const rows = await database.all<AuditRow>(
    `SELECT audit.id AS id, at, audit.account_id AS account_id, email, event, subject,
            api_keys.name AS key_name, client
     FROM audit
     LEFT JOIN accounts ON accounts.id = audit.account_id
     LEFT JOIN api_keys ON api_keys.id = subject AND api_keys.account_id = audit.account_id
     WHERE (at < $1 OR (at = $1 AND audit.id < $2)) ${condition}
     ORDER BY at DESC, audit.id DESC LIMIT $3`,
    at,
    entry,
    limit + 1,
    ...whose,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    lines: shown.map(({ account_id, key_name, at, email, event, subject, client }) => ({
      at,
      accountId: account_id,
      email,
      event,
      subject,
      subjectName: key_name,
      client,
    })),
    before: last === undefined ? null : `${last.at}.${last.id}`,
  };
}

/** Parses a cursor. With an invalid cursor, the page starts at the newest entry. */
function parseCursor(before: string | undefined): { at: number; entry: string } {
  const [, at, entry] = /^(\d{1,15})\.(aud_[0-9a-f-]{36})$/.exec(before ?? "") ?? [];
  if (at === undefined || entry === undefined) return { at: Number.MAX_SAFE_INTEGER, entry: "" };
  return { at: Number(at), entry };
}
