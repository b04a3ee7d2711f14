/** The work of a transaction, which is alike in every database. */

import { createTurns } from "../core/turns.ts";
import type { Queries } from "./database.ts";

/**
 * Runs the work of a transaction that has begun, one query at a time.
 *
 * @throws What the work throws. A query that failed fails the transaction, even if the work went on:
 *   Postgres would silently undo it all, SQLite that query alone.
 */
export async function runWork<T>(
  transaction: Queries,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const takeTurn = createTurns();
  let failure: { readonly problem: unknown } | null = null;
  let over = false;
  const queries: Queries = {
    all: (sql, ...values) =>
      takeTurn(async () => {
        if (over) throw new Error("The transaction of this query is over");
        if (failure !== null) throw failure.problem;
        try {
          return await transaction.all(sql, ...values);
        } catch (problem) {
          failure = { problem };
          throw problem;
        }
      }),
  };
  try {
    return await work(queries);
  } finally {
    // Of queries that the work did not wait for.
    await takeTurn(() => Promise.resolve());
    over = true;
    if (failure !== null) throwFailure(failure);
  }
}

function throwFailure({ problem }: { readonly problem: unknown }): never {
  throw problem;
}
