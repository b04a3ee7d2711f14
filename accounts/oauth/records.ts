/**
 * What the authorization server keeps: codes, tokens, grants, clients. It asks for them by the contract
 * of `oidc-provider`; what would let somebody in is kept as a hash.
 */

// @ts-types="@types/oidc-provider"
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { type Database, first, type Row } from "../../storage/database.ts";
import { hashOfSecret } from "../secret_text.ts";
import { keepApp, newAppExpiry } from "./stale_records.ts";

/** Kinds whose ids are no secrets: they name what can be listed. */
const NAMED = new Set(["Client", "Grant"]);

/** Found by what people type, and then saved again by its id; it lives for minutes. */
const KEEPS_ID = "DeviceCode";

type RecordRow = Row & {
  readonly payload: string;
  readonly consumed_at: number | null;
};

const SAVED = `INSERT INTO oauth_records
  (kind, id, payload, account_id, grant_id, user_code, uid, client_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload,
  account_id = excluded.account_id, grant_id = excluded.grant_id, user_code = excluded.user_code,
  uid = excluded.uid, client_id = excluded.client_id, expires_at = excluded.expires_at`;

const FOUND = "SELECT id, payload, consumed_at FROM oauth_records WHERE kind = $1 AND ";
const ALIVE = " AND (expires_at IS NULL OR expires_at > ";

/**
 * Makes what keeps the records of one kind.
 *
 * @param kind As the library calls its models, such as `AccessToken`.
 * @param time The time, in milliseconds since 1970.
 */
export function createRecords(database: Database, kind: string, time: () => number): Adapter {
  const idOf = (id: string) => NAMED.has(kind) ? id : hashOfSecret(id);
  const write = async (sql: string, ...values: (string | number | null)[]) =>
    await database.transaction((queries) => queries.all(sql, ...values));
  const find = async (condition: string, value: string, id?: string) => {
    // What no database can hold is in none.
    if (value.includes("\0") || !value.isWellFormed()) return undefined;
    const sql = `${FOUND}${condition} = $2${ALIVE}$3)`;
    const row = await first<RecordRow>(database, sql, kind, value, time());
    return row === null ? undefined : payloadOf(row, id);
  };
  return {
    async upsert(id, payload, expiresIn) {
      const { jti, ...rest } = payload;
      const kept = kind === KEEPS_ID ? { ...rest, jti } : rest;
      const now = time();
      const usual = kind === "Client" ? newAppExpiry(now) : null;
      await database.transaction(async (queries) => {
        await queries.all(
          SAVED,
          kind,
          idOf(id),
          JSON.stringify(kept),
          payload.accountId ?? null,
          kind === "Grant" ? id : payload.grantId ?? null,
          payload.userCode ?? null,
          payload.uid ?? null,
          payload.clientId ?? null,
          now,
          expiresIn ? now + expiresIn * 1000 : usual,
        );
        if (kind === "Grant") await keepApp(queries, String(payload.clientId), now);
      });
    },
    find: (id) => find("id", idOf(id), id),
    findByUserCode: (userCode) => find("user_code", userCode),
    findByUid: (uid) => find("uid", uid),
    async consume(id) {
      const sql = `UPDATE oauth_records SET consumed_at = $1
        WHERE kind = $2 AND id = $3 AND consumed_at IS NULL RETURNING id`;
      const consumed = await write(sql, time(), kind, idOf(id));
      // Of many at once, one is first; the library itself looks before, and not meanwhile.
      if (consumed.length === 0) throw new errors.InvalidGrant(`${kind} was used already`);
    },
    async destroy(id) {
      await write("DELETE FROM oauth_records WHERE kind = $1 AND id = $2", kind, idOf(id));
    },
    async revokeByGrantId(grantId) {
      await write("DELETE FROM oauth_records WHERE grant_id = $1", grantId);
    },
  };
}

/** @param id As it was asked for; where that is not known, the record is one that is found by others. */
function payloadOf({ payload, consumed_at: consumedAt }: RecordRow, id?: string): AdapterPayload {
  return {
    ...JSON.parse(payload),
    ...(id !== undefined && { jti: id }),
    ...(consumedAt !== null && { consumed: Math.floor(consumedAt / 1000) }),
  };
}
