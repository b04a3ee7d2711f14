/** What the audit log tells, in words. */

import type { AuditEvent } from "../storage/audit.ts";

const WORDS: Readonly<Record<AuditEvent, string>> = {
  "account-made": "Made the account",
  "app-connected": "Connected the app",
  "app-revoked": "Revoked the app",
  "identity-linked": "Linked a login with",
  "identity-login": "Logged in elsewhere, as",
  "identity-unlinked": "Unlinked the login with",
  "invited": "Invited",
  "invitation-withdrawn": "Withdrew the invitation of",
  "login": "Logged in as",
  "login-failed": "Failed to log in as",
  "logout": "Logged out as",
  "key-made": "Made the API key",
  "key-revoked": "Revoked the API key",
  "password-changed": "Changed the password of",
  "person-removed": "Removed",
  "project-changed": "Changed the project",
  "project-deleted": "Deleted the project",
};

const NOBODY_NAMED: Partial<Readonly<Record<AuditEvent, string>>> = {
  "invited": "whoever has the link",
  "invitation-withdrawn": "whoever has the link",
};

/**
 * An entry in words: what was done, and to what.
 *
 * @example
 * ```ts
 * import { activityWords } from "./activity_words.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(activityWords("key-made", "key_1"), { did: "Made the API key", what: "key_1" });
 * ```
 */
export function activityWords(
  event: AuditEvent,
  subject: string,
): { readonly did: string; readonly what: string } {
  // A newer server of the same database may tell of more.
  return { did: WORDS[event] ?? event, what: subject || (NOBODY_NAMED[event] ?? "") };
}
