/** Runs a callback after each commit, for tests of crashes at that moment. */

import type { Database } from "../../../hosted/storage/database.ts";

/**
 * Wraps a database so that it calls `committed` after each commit.
 *
 * @param committed If the callback throws, the transaction throws, although its changes are durable.
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
