import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { DAY_MS } from "../../../hosted/accounts/limits.ts";
import { signingKeys } from "../../../hosted/oauth/signing_keys.ts";
import type { Database } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { NOON, rowsOf, twoServers } from "../accounts/made_accounts.ts";

/** How long a key signs, and how long its signatures stay valid afterwards. */
const ROTATION_MS = 90 * DAY_MS;

async function ids(database: Database, afterMs: number): Promise<readonly string[]> {
  return (await signingKeys(database, NOON + afterMs)).map(({ kid }) => kid);
}

forEachDatabase("concurrent servers create one signing key", async (database, tested) => {
  const servers = await twoServers(database, tested);
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, index) => ids(servers[index % 2] ?? database, 0)),
  );
  equal(new Set(all.map((each) => each.join())).size, 1);
  equal(all[0]?.length, 1);
  equal(await rowsOf(database, "secrets"), 1);
  const [key] = await signingKeys(database, NOON);
  deepEqual([key?.kty, key?.["crv"], key?.["alg"], key?.["use"]], ["EC", "P-256", "ES256", "sig"]);
  match(String(key?.["d"]), /^[\w-]{43}$/);
});

forEachDatabase("a signing key signs for 90 days and is kept for 90 more", async (database) => {
  const [first] = await ids(database, 0);
  deepEqual(await ids(database, ROTATION_MS - 1), [first]);
  const [second, ...older] = await ids(database, ROTATION_MS);
  notEqual(second, first);
  deepEqual(older, [first]);
  deepEqual(await ids(database, 2 * ROTATION_MS - 1), [second, first]);
  const [third, ...rest] = await ids(database, 2 * ROTATION_MS);
  deepEqual(rest, [second]);
  notEqual(third, second);
  // After a long time without requests.
  equal((await ids(database, 5 * ROTATION_MS)).length, 1);
});
