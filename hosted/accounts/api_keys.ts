/** The API keys of accounts. */

import { error } from "../../core/diagnostic.ts";
import type { ChangeAuthor } from "../../core/history.ts";
import { keyEnding, maskedKey } from "../../core/key_mask.ts";
import { oneLine, printable } from "../../core/printable.ts";
import { type Scope, SCOPES } from "../../core/scopes.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first, type Queries } from "../storage/database.ts";
import { lockAccount, type Role } from "./account.ts";
import { apiKeyHash, isApiKey, makeApiKey } from "./api_key_text.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { isId, makeId } from "./ids.ts";
import { leasesOver } from "./leases.ts";
import { DAY_MS, LIFETIMES } from "./limits.ts";
import type { Visit } from "./visit.ts";

/** A key without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The last characters of the key, by which people recognize it. */
  readonly ending: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  /** `null` if the key lasts until it is revoked. */
  readonly expiresAt: number | null;
  /** `null` if the key was never used, or if its first use was so recent that the database does not have it yet. */
  readonly lastUsedAt: number | null;
}

/** The key that a request asks for. */
export interface WantedKey {
  readonly name: string;
  /** All scopes of the key. The write scope alone does not permit reading. */
  readonly scopes: readonly string[];
  /** Lifetime in days; `null` for a key that lasts until it is revoked. */
  readonly days: number | null;
}

export type CreateKeyResult =
  /** `text` is the key itself, which is shown once and never stored. */
  | { readonly kind: "made"; readonly text: string; readonly key: ApiKey }
  | { readonly kind: "refused"; readonly problems: readonly AccountDiagnostic[] };

/** The account and permissions of a key. */
export interface KeyHolder {
  readonly keyId: string;
  readonly accountId: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** `null` if the key lasts until it is revoked. */
  readonly expiresAt: number | null;
  /** The account and the key's name and ending, for histories. */
  readonly author: ChangeAuthor;
}

type KeyRow = {
  readonly id: string;
  readonly name: string;
  readonly ending: string;
  readonly scopes: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
};

type HolderRow = {
  readonly id: string;
  readonly account_id: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
  readonly ending: string;
  readonly scopes: string;
  readonly expires_at: number | null;
};

const MAX_NAME_LENGTH = 100;

/**
 * Creates a key.
 *
 * @param most Maximum number of keys of an account, including expired keys.
 */
export async function createApiKey(
  { database, most }: { readonly database: Database; readonly most: number },
  accountId: string,
  wanted: WantedKey,
  visit: Visit,
): Promise<CreateKeyResult> {
  const problems = problemsOf(wanted);
  if (problems.length > 0) return { kind: "refused", problems };
  const text = makeApiKey();
  const key: ApiKey = {
    id: makeId("key"),
    name: wanted.name.trim(),
    ending: keyEnding(text),
    scopes: SCOPES.filter((scope) => wanted.scopes.includes(scope)),
    createdAt: visit.now,
    expiresAt: wanted.days === null ? null : visit.now + wanted.days * DAY_MS,
    lastUsedAt: null,
  };
  const problem = await database.transaction(async (queries) => {
    // Locks the account, so that a concurrent request for another key counts this key, too.
    if (!await lockAccount(queries, accountId)) {
      return error("account-missing", "Account not found.");
    }
    if (await keysOf(queries, accountId) >= most) return tooMany(most);
    await insertKey(queries, accountId, key, apiKeyHash(text));
    const { now: at, client } = visit;
    await recordAudit(queries, { at, accountId, event: "key-made", subject: key.id, client });
    return null;
  });
  return problem === null ? { kind: "made", text, key } : { kind: "refused", problems: [problem] };
}

/** Lists the keys of an account, newest first. */
export async function listApiKeys(
  database: Database,
  accountId: string,
): Promise<readonly ApiKey[]> {
  const rows = await database.all<KeyRow>(
    `SELECT id, name, ending, scopes, created_at, expires_at, last_used_at FROM api_keys
     WHERE account_id = $1 ORDER BY created_at DESC, id`,
    accountId,
  );
  return rows.map(({ scopes, created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    scopes: scopesOf(scopes),
    createdAt: created_at,
    expiresAt: expires_at,
    lastUsedAt: last_used_at,
  }));
}

/**
 * Revokes a key of an account, then waits until all leases have expired, so that no server accepts the key
 * afterwards. Waits even if the key does not exist, because another request may have just revoked it.
 *
 * @returns `null` if the key was revoked, or otherwise the problem. The problem is the same for another
 *   account's key as for an unknown key.
 */
export async function revokeApiKey(
  database: Database,
  accountId: string,
  keyId: string,
  { now, client }: Visit,
): Promise<AccountDiagnostic | null> {
  const problem = await database.transaction(async (queries) => {
    const sql = "DELETE FROM api_keys WHERE id = $1 AND account_id = $2 RETURNING id";
    const revoked = isId(keyId, "key") ? await first(queries, sql, keyId, accountId) : null;
    if (revoked === null) return error("key-missing", "API key not found.");
    const event = "key-revoked";
    await recordAudit(queries, { at: now, accountId, event, subject: keyId, client });
    return null;
  });
  await leasesOver();
  return problem;
}

/** Finds the holder of a key. Returns `null` if the key is malformed, expired, revoked or unknown. */
export async function findApiKey(
  database: Database,
  text: string,
  now: number,
): Promise<KeyHolder | null> {
  return isApiKey(text) ? await findKeyHolder(database, apiKeyHash(text), now) : null;
}

/** Finds the holder of a key by the key's hash. Returns `null` if the key has expired or was revoked. */
export async function findKeyHolder(
  database: Database,
  hash: string,
  now: number,
): Promise<KeyHolder | null> {
  const row = await first<HolderRow>(
    database,
    `SELECT api_keys.id AS id, account_id, role, email, name, ending, scopes, expires_at
     FROM api_keys JOIN accounts ON accounts.id = api_keys.account_id
     WHERE key_hash = $1 AND (expires_at IS NULL OR expires_at > $2)`,
    hash,
    now,
  );
  if (row === null) return null;
  const { id: keyId, account_id: accountId, role, scopes, expires_at: expiresAt } = row;
  const credential = `key '${row.name}' (${maskedKey(row.ending)})`;
  const author = { account: row.email, credential };
  return { keyId, accountId, role, scopes: scopesOf(scopes), expiresAt, author };
}

function problemsOf({ name, scopes, days }: WantedKey): AccountDiagnostic[] {
  const problems: AccountDiagnostic[] = [];
  if (!isName(name.trim())) {
    const message = `Invalid name (must have 1 to ${MAX_NAME_LENGTH} printable characters).`;
    problems.push(error("key-name", message));
  }
  const known: readonly string[] = SCOPES;
  if (scopes.length === 0 || !scopes.every((scope) => known.includes(scope))) {
    problems.push(
      error("key-scopes", `Invalid scopes (must be one or more of ${SCOPES.join(", ")}).`),
    );
  }
  const longest = LIFETIMES.key.amount;
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= longest)) {
    problems.push(error("key-expiry", `Invalid number of days (must be 1 to ${longest}).`));
  }
  return problems;
}

function isName(name: string): boolean {
  const length = [...name].length;
  return length >= 1 && length <= MAX_NAME_LENGTH && oneLine(printable(name)) === name;
}

async function keysOf(queries: Queries, accountId: string): Promise<number> {
  const sql = "SELECT COUNT(*) AS keys FROM api_keys WHERE account_id = $1";
  return (await first<{ keys: number }>(queries, sql, accountId))?.keys ?? 0;
}

function tooMany(most: number): AccountDiagnostic {
  const hint = "Revoke a key that you no longer use";
  return error("key-limit", `Cannot create another API key (the limit is ${most}).`, { hint });
}

async function insertKey(
  queries: Queries,
  accountId: string,
  { id, name, ending, scopes, createdAt, expiresAt }: ApiKey,
  hash: string,
): Promise<void> {
  await queries.all(
    `INSERT INTO api_keys (id, key_hash, account_id, name, ending, scopes, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    id,
    hash,
    accountId,
    name,
    ending,
    scopes.join(" "),
    createdAt,
    expiresAt,
  );
}

function scopesOf(text: string): Scope[] {
  const kept = text.split(" ");
  return SCOPES.filter((scope) => kept.includes(scope));
}
