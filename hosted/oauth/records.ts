/**
 * The records of the authorization server: codes, tokens, grants, clients. Implements the adapter interface
 * of `oidc-provider`. Secrets are stored as hashes.
 */

// @ts-types="@types/oidc-provider"
import { type Adapter, type AdapterPayload, errors, Provider } from "oidc-provider";
import { type Database, first, type Row } from "../storage/database.ts";
import { leasesOver } from "../accounts/leases.ts";
import { hashOfSecret } from "../accounts/secret_text.ts";
import { keepApp, newAppExpiry } from "./stale_records.ts";

/** Kinds whose ids are stored without hashing. These ids are not secret: they appear in lists. */
const NAMED = new Set(["Client", "Grant"]);

/** Kinds of records that apps can revoke. Revoking one record also revokes all other records of its grant. */
const RETURNED = new Set(["AccessToken", "RefreshToken"]);

/**
 * The kind of record that is found by the user code that a person enters. Such a lookup yields only the hash
 * of the record's id.
 */
const DEVICE_CODE = "DeviceCode";

/** Prefix of a hash that is used in place of the id, because the id itself is unknown. */
const HASHED = "hashed:";

/**
 * If a refresh token is used again within this time, the second use counts as a concurrent renewal by the
 * same client. Any later use counts as theft.
 */
const GRACE_MS = 10_000;

/** Kinds of records that a client can exchange for tokens, but only once. */
const EXCHANGED = new Set(["AuthorizationCode", DEVICE_CODE]);

/** The times at which requests arrived, in milliseconds since 1970. */
const arrivals = new WeakMap<object, number>();

/**
 * Minimum time between two polls. Devices should poll every 5 seconds (RFC 8628, 3.2), and some poll a bit
 * early.
 */
const MIN_PAUSE_MS = 4_000;

type RecordRow = Row & {
  readonly id: string;
  readonly payload: string;
  readonly consumed_at: number | null;
  readonly expires_at: number | null;
};

const SAVED = `INSERT INTO oauth_records
  (kind, id, payload, account_id, grant_id, user_code, uid, client_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload,
  account_id = excluded.account_id, grant_id = excluded.grant_id, user_code = excluded.user_code,
  uid = excluded.uid, client_id = excluded.client_id, expires_at = excluded.expires_at`;

const DESTROYED = "DELETE FROM oauth_records WHERE kind = $1 AND id = $2";

/**
 * Destroys a token together with all records of its grant. The library itself destroys the token first
 * and revokes the grant afterwards. If the server died in between, a repeated revocation would succeed,
 * because the token is gone, while other tokens of the grant would still be valid.
 */
const DESTROYED_WITH_GRANT = `${DESTROYED} OR grant_id =
  (SELECT grant_id FROM oauth_records WHERE kind = $1 AND id = $2)`;

/**
 * Notes when a request arrived. This time distinguishes a concurrent use of a code from a later use.
 *
 * @param request The request, which is `Provider.ctx.req` while the library handles it.
 * @param now Milliseconds since 1970.
 */
export function noteArrival(request: object, now: number): void {
  arrivals.set(request, now);
}

/**
 * Creates the adapter for records of one kind.
 *
 * @param kind The kind of the records: the library's name of a model, such as `AccessToken`.
 * @param time Returns the time, in milliseconds since 1970.
 */
export function createRecords(database: Database, kind: string, time: () => number): Adapter {
  const idOf = (id: string) => NAMED.has(kind) ? id : hashOf(kind, id);
  const write = async (sql: string, ...values: (string | number | null)[]) =>
    await database.transaction((queries) => queries.all(sql, ...values));
  const find = async (column: string, value: string) => {
    // The database would reject such a string.
    if (value.includes("\0") || !value.isWellFormed()) return null;
    const sql = `SELECT id, payload, consumed_at, expires_at FROM oauth_records
      WHERE kind = $1 AND ${column} = $2`;
    const row = await first<RecordRow>(database, sql, kind, value);
    if (row === null || !isExpired(row, time())) return row;
    if (isAskedByDevice(kind)) throw new errors.ExpiredToken("The code has expired");
    return null;
  };
  return {
    async upsert(id, payload, expiresIn = 0) {
      const now = time();
      // For records of apps, the library passes no lifetime. For other records, 0 seconds means that a record
      // is saved in the last second of its lifetime.
      const expiresAt = kind === "Client" ? newAppExpiry(now) : now + expiresIn * 1000;
      await database.transaction(async (queries) => {
        await queries.all(
          SAVED,
          kind,
          idOf(id),
          JSON.stringify(withoutSecrets(payload)),
          payload.accountId ?? null,
          kind === "Grant" ? id : payload.grantId ?? null,
          payload.userCode ?? null,
          payload.uid ?? null,
          payload.clientId ?? null,
          now,
          expiresAt,
        );
        if (kind === "Grant") await keepApp(queries, String(payload.clientId), now);
      });
    },
    async find(id) {
      // A device must send its code, not the code's hash.
      if (isAskedByDevice(kind) && id.startsWith(HASHED)) return undefined;
      const row = await find("id", idOf(id));
      if (row === null) return undefined;
      const payload = payloadOf(row);
      if (isAskedByDevice(kind) && isPending(payload)) await pace(database, row.id, time());
      if (isRaced(kind, row, time())) throw usedAlready(kind);
      return { ...payload, jti: id };
    },
    async findByUserCode(userCode) {
      const row = await find("user_code", userCode);
      return row === null ? undefined : { ...payloadOf(row), jti: `${HASHED}${row.id}` };
    },
    async findByUid(uid) {
      const row = await find("uid", uid);
      return row === null ? undefined : payloadOf(row);
    },
    async consume(id) {
      const sql = `UPDATE oauth_records SET consumed_at = $1
        WHERE kind = $2 AND id = $3 AND consumed_at IS NULL RETURNING id`;
      const consumed = await write(sql, time(), kind, idOf(id));
      // Only one of several concurrent requests may succeed. The library has checked for an earlier use, but
      // only before this call.
      if (consumed.length === 0) throw usedAlready(kind);
    },
    async destroy(id) {
      await write(RETURNED.has(kind) ? DESTROYED_WITH_GRANT : DESTROYED, kind, idOf(id));
    },
    async revokeByGrantId(grantId) {
      await write("DELETE FROM oauth_records WHERE grant_id = $1", grantId);
      // On the token route, a grant is revoked because a code or token was used twice. The route for
      // revocations waits for the leases itself.
      if (isForTokens()) await leasesOver();
    },
  };
}

function hashOf(kind: string, id: string): string {
  const isHashed = kind === DEVICE_CODE && id.startsWith(HASHED);
  return isHashed ? id.slice(HASHED.length) : hashOfSecret(id);
}

/** Returns a record without its secrets, which are its own id and the cookie of its session. */
function withoutSecrets({ jti: _, session, ...rest }: AdapterPayload): AdapterPayload {
  if (session === undefined) return rest;
  const { cookie: _cookie, ...known } = session;
  return { ...rest, session: known };
}

function isExpired({ expires_at: expiresAt }: RecordRow, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Reports whether a device is polling for its tokens. */
function isAskedByDevice(kind: string): boolean {
  return kind === DEVICE_CODE && isForTokens();
}

function isForTokens(): boolean {
  return Provider.ctx?.oidc.route === "token";
}

/**
 * Reports whether a concurrent request of the same client has used the record. The library must not see such
 * a record: it would revoke the grant, and with the grant the tokens of the other request.
 */
function isRaced(kind: string, { consumed_at: consumedAt }: RecordRow, now: number): boolean {
  if (consumedAt === null || !isForTokens()) return false;
  if (kind === "RefreshToken") return now - consumedAt < GRACE_MS;
  return EXCHANGED.has(kind) && arrivedAt(now) <= consumedAt;
}

function arrivedAt(now: number): number {
  const { ctx } = Provider;
  return ctx === undefined ? now : arrivals.get(ctx.req) ?? now;
}

function usedAlready(kind: string): errors.InvalidGrant {
  return new errors.InvalidGrant(`${kind} was already used`);
}

function isPending({ accountId, error }: AdapterPayload): boolean {
  return accountId === undefined && error === undefined;
}

/**
 * Records that a device polls, and enforces a pause between two polls.
 *
 * @throws {errors.SlowDown} If the pause since the last poll has not ended.
 */
async function pace(database: Database, id: string, now: number): Promise<void> {
  const waited = await database.transaction((queries) =>
    queries.all(
      `INSERT INTO oauth_records (kind, id, payload, created_at, expires_at)
       VALUES ('DevicePause', $1, '{}', $2, $3)
       ON CONFLICT (kind, id) DO UPDATE SET expires_at = excluded.expires_at
       WHERE oauth_records.expires_at <= $2 RETURNING id`,
      id,
      now,
      now + MIN_PAUSE_MS,
    )
  );
  if (waited.length === 0) throw new errors.SlowDown();
}

function payloadOf({ payload, consumed_at: consumedAt }: RecordRow): AdapterPayload {
  return {
    ...JSON.parse(payload),
    ...(consumedAt !== null && { consumed: Math.floor(consumedAt / 1000) }),
  };
}
