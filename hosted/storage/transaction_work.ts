/** The work of a transaction, with the same rules in every database. */

import { createMutex } from "../../core/mutex.ts";
import type { Queries, Row, Value } from "./database.ts";

/**
 * Runs the work of an open transaction, one query at a time.
 *
 * @throws The error of the work, or of a failed query whose error the work ignored. If such an error were not
 * thrown, Postgres would silently roll back the whole transaction, but SQLite only the failed query.
 */
export async function runWork<T>(
  transaction: Queries,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  const queries = new WorkQueries(transaction);
  try {
    return await work(queries);
  } finally {
    await queries.end();
  }
}

class WorkQueries implements Queries {
  readonly #transaction: Queries;
  readonly #takeTurn = createMutex();
  #failure: { readonly problem: unknown } | null = null;
  #isOver = false;

  constructor(transaction: Queries) {
    this.#transaction = transaction;
  }

  all<Found extends Row>(sql: string, ...values: readonly Value[]): Promise<readonly Found[]> {
    return this.#takeTurn(async () => {
      if (this.#isOver) throw new Error("The transaction of this query has ended");
      this.#throwFailure();
      try {
        return await this.#transaction.all<Found>(sql, ...values);
      } catch (problem) {
        this.#failure = { problem };
        throw problem;
      }
    });
  }

  /** Waits for queries that the work did not await. */
  end(): Promise<void> {
    return this.#takeTurn(async () => {
      this.#isOver = true;
      await Promise.resolve();
      this.#throwFailure();
    });
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.problem;
  }
}
