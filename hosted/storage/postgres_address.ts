/** Formats Postgres URLs for messages. */

import { DatabaseError } from "./database.ts";

const SHAPE = "postgres://<user>:<password>@<host>:<port>/<database>";

/**
 * Returns a database URL without its password.
 *
 * @throws {DatabaseError} If the URL is not a valid Postgres URL. The message does not quote the URL, which
 * may contain a secret.
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
  if (parsed === null || !isPostgres(parsed)) {
    throw new DatabaseError(`Invalid database URL (must look like '${SHAPE}').`);
  }
  const { protocol, username, host, pathname, search, hash } = parsed;
  // A '/', '?' or '#' in the password ends the URL's authority early. The rest of the password, with the '@'
  // and the host, is then part of the path, the query or the hash.
  if (/[@#]/.test(pathname + search + hash)) {
    throw new DatabaseError(
      "Invalid database URL (its user or password has characters such as '/', '?' and '#'). " +
        "Percent-encode them as '%2F', '%3F' and '%23'.",
    );
  }
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}

function isPostgres({ protocol }: URL): boolean {
  return protocol === "postgres:" || protocol === "postgresql:";
}
