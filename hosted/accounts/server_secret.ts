/** The secret that all servers on one database share, and message authentication codes made with it. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { type Database, first, type Queries } from "../storage/database.ts";
import { makeSecretText } from "./secret_text.ts";

/** Returns the secret: 256 random bits. The first server on the database creates the secret. */
export async function serverSecret(database: Database): Promise<string> {
  return await kept(database) ?? await database.transaction(makeSecret);
}

async function makeSecret(queries: Queries): Promise<string> {
  await queries.all(
    "INSERT INTO secrets (name, value) VALUES ('server', $1) ON CONFLICT DO NOTHING",
    makeSecretText(),
  );
  const value = await kept(queries);
  if (value === undefined) throw new Error("The server's secret is missing after its insertion");
  return value;
}

async function kept(queries: Queries): Promise<string | undefined> {
  const sql = "SELECT value FROM secrets WHERE name = 'server'";
  return (await first<{ value: string }>(queries, sql))?.value;
}

/** The purpose of a message authentication code. A code for one purpose is invalid for another. */
export type MacPurpose = "form" | "link" | "cookie" | "preview" | "upstream" | "seal";

/** Returns the HMAC-SHA256 of a text: 43 characters that are safe in URLs. */
export function macOf(secret: string, purpose: MacPurpose, text: string): string {
  return createHmac("sha256", secret).update(`${purpose}\0${text}`).digest("base64url");
}

/** Reports whether `mac` is the code of `text`. The comparison takes constant time. */
export function isMacOf(mac: string, secret: string, purpose: MacPurpose, text: string): boolean {
  const expected = new TextEncoder().encode(macOf(secret, purpose, text));
  const given = new TextEncoder().encode(mac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
