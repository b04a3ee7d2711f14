/** A database that can hold back a read, so that a test decides which of two requests is first. */

import type { Database, Row, Value } from "../../../../hosted/storage/database.ts";

/** A read that waits. */
export interface HeldRead {
  /** Fulfilled when the read has begun to wait. */
  readonly reached: Promise<void>;
  release(): void;
}

export interface HoldableDatabase extends Database {
  /** Holds back the next read of an OAuth record of a kind. */
  hold(kind: string): HeldRead;
}

/** Wraps a database. */
export function holdable(database: Database): HoldableDatabase {
  let held: { readonly kind: string; wait(): Promise<void> } | null = null;
  return {
    kind: database.kind,
    async all<Found extends Row>(sql: string, ...values: readonly Value[]) {
      const read = held;
      if (read !== null && sql.includes("FROM oauth_records") && values[0] === read.kind) {
        held = null;
        await read.wait();
      }
      return await database.all<Found>(sql, ...values);
    },
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
    hold(kind) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      held = {
        kind,
        wait() {
          reached.resolve();
          return released.promise;
        },
      };
      return { reached: reached.promise, release: released.resolve };
    },
  };
}
