/** A test's hand at the moment after which a server may as well be dead. */

import type { Database } from "../../../hosted/storage/database.ts";

/**
 * A database that says when a transaction is durable.
 *
 * @param committed If it throws, so does the transaction: nobody hears that it was done.
 */
export function onCommit(database: Database, committed: () => void): Database {
  return {
    kind: database.kind,
    all: (sql, ...values) => database.all(sql, ...values),
    async transaction(work) {
      const result = await database.transaction(work);
      committed();
      return result;
    },
    close: () => database.close(),
  };
}
