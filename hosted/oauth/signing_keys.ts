/** The signing keys of the authorization server, which all servers share through the database. */

import { generateKeyPairSync, randomUUID } from "node:crypto";
import { type Database, first, type Queries } from "../storage/database.ts";
import { DAY_MS } from "../accounts/limits.ts";

/** A private key as a JSON Web Key (RFC 7517). */
export interface SigningKey {
  readonly kty: "EC";
  readonly kid: string;
  readonly [member: string]: unknown;
}

interface KeptKey {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly key: SigningKey;
}

/**
 * Age at which a server that loads the keys replaces the signing key. The old key then only verifies
 * signatures, for the same time again.
 */
const ROTATED_AFTER_MS = 90 * DAY_MS;

/**
 * Returns the keys, starting with the one that signs. Creates a key if there is none, or if the newest key is
 * too old.
 *
 * @param now Milliseconds since 1970.
 */
export async function signingKeys(database: Database, now: number): Promise<readonly SigningKey[]> {
  const kept = await read(database);
  const usable = kept.some(({ madeAt }) => now - madeAt < ROTATED_AFTER_MS)
    ? kept
    : await database.transaction((queries) => rotate(queries, now));
  return usable.map(({ key }) => key);
}

async function rotate(queries: Queries, now: number): Promise<readonly KeptKey[]> {
  // Locks the row, so that only one of several starting servers creates a key.
  await queries.all(
    "INSERT INTO secrets (name, value) VALUES ('oauth-keys', '[]') " +
      "ON CONFLICT (name) DO UPDATE SET value = secrets.value",
  );
  const kept = await read(queries);
  if (kept.some(({ madeAt }) => now - madeAt < ROTATED_AFTER_MS)) return kept;
  const next = [
    { madeAt: now, key: makeKey() },
    ...kept.filter(({ madeAt }) => now - madeAt < 2 * ROTATED_AFTER_MS),
  ];
  await queries.all(
    "UPDATE secrets SET value = $1 WHERE name = 'oauth-keys'",
    JSON.stringify(next),
  );
  return next;
}

async function read(queries: Queries): Promise<readonly KeptKey[]> {
  const sql = "SELECT value FROM secrets WHERE name = 'oauth-keys'";
  const row = await first<{ value: string }>(queries, sql);
  return row === null ? [] : JSON.parse(row.value);
}

function makeKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ format: "jwk" });
  return { ...key, kty: "EC", alg: "ES256", use: "sig", kid: randomUUID() };
}
