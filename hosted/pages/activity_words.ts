/** Descriptions of audit events. */

import type { AuditEvent } from "../storage/audit.ts";

const WORDS: Readonly<Record<AuditEvent, string>> = {
  "account-made": "Created the account",
  "app-connected": "Connected the app",
  "app-revoked": "Revoked the app",
  "identity-linked": "Linked",
  "identity-login": "Logged in with an identity provider as",
  "identity-unlinked": "Unlinked",
  "invited": "Invited",
  "invitation-withdrawn": "Withdrew the invitation for",
  "login": "Logged in as",
  "login-failed": "Failed to log in as",
  "logout": "Logged out as",
  "key-made": "Created the API key",
  "key-revoked": "Revoked the API key",
  "password-changed": "Changed the password of",
  "password-reset": "Reset the password of",
  "person-removed": "Deleted the account",
  "previews-revoked": "Revoked the previews of",
  "project-changed": "Changed the project",
  "project-deleted": "Deleted the project",
};

/** Words for the subject of an event, if the entry has none. */
const UNNAMED: Partial<Readonly<Record<AuditEvent, string>>> = {
  "invited": "anyone with the link",
  "invitation-withdrawn": "anyone with the link",
};

/**
 * Describes an entry: the action and its object.
 *
 * @example
 * ```ts
 * import { activityWords } from "./activity_words.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * deepEqual(activityWords("key-made", "key_1"), { did: "Created the API key", what: "key_1" });
 * ```
 */
export function activityWords(
  event: AuditEvent,
  subject: string,
): { readonly did: string; readonly what: string } {
  // A newer server may have recorded other events in the same database.
  return { did: WORDS[event] ?? event, what: subject || (UNNAMED[event] ?? "") };
}
