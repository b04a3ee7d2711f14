/** Where a Postgres is. */

import { DatabaseError } from "./database.ts";

const SHAPE = "postgres://<user>:<password>@<host>:<port>/<database>";

/**
 * Names the database of an address, without the password.
 *
 * @throws {DatabaseError} If the address is none of Postgres; the message has nothing of it that may
 *   be secret.
 *
 * @example
 * ```ts
 * import { shownAddress } from "./postgres_address.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(shownAddress("postgres://ann:secret@db.example:5432/shop"), "postgres://ann@db.example:5432/shop");
 * ```
 */
export function shownAddress(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || !isOfPostgres(parsed)) {
    throw new DatabaseError(`The address of the database does not look like '${SHAPE}'.`);
  }
  const { protocol, username, host, pathname, search, hash } = parsed;
  // The password ended too early: the rest of it, and the host, are taken for what follows a host.
  if (/[@#]/.test(pathname + search + hash)) {
    throw new DatabaseError(
      "The address of the database has characters such as '/', '?' and '#' in its user or password: " +
        "write them percent-encoded, as '%2F', '%3F' and '%23'.",
    );
  }
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

function isOfPostgres({ protocol }: URL): boolean {
  return protocol === "postgres:" || protocol === "postgresql:";
}
