/** The one contract over the databases that a hosted server may keep its data in. */

import { Outage } from "../../core/outage.ts";

/** What a column holds: nothing but types that every database has. Numbers are safe integers. */
export type Value = string | number | null;

export type Row = Readonly<Record<string, Value>>;

/**
 * Statements in the SQL that SQLite and Postgres have in common, with `$1`, `$2` for values. Nothing
 * that came from outside ever stands in the text of a statement. They agree on which texts are equal,
 * not on their order.
 */
export interface Queries {
  /**
   * Runs a statement and returns its rows, which for one that writes are those of `RETURNING`.
   *
   * @throws {RangeError} For a value that not every database can keep: a number that is no safe integer,
   *   text with NUL characters or lone surrogates.
   */
  all<Found extends Row>(sql: string, ...values: readonly Value[]): Promise<readonly Found[]>;
}

/** A database. What stands outside of a transaction may only read. */
export interface Database extends Queries {
  readonly kind: "sqlite" | "postgres";

  /**
   * Runs work in one transaction, durable when the promise is fulfilled. It is undone if the work
   * throws, and if any of its queries fails.
   *
   * The work waits for nothing but its own queries: whoever else wants to write may be waiting. It may
   * run once more after a database undid it, so it changes nothing else. What it read may have changed
   * when it writes: a condition and the change that hangs on it are one statement.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;

  /** Waits for what is under way, and closes; once more does nothing. */
  close(): Promise<void>;
}

/** Runs a statement and returns its only row; `null` if there is none. */
export async function first<Found extends Row>(
  queries: Queries,
  sql: string,
  ...values: readonly Value[]
): Promise<Found | null> {
  const [row] = await queries.all<Found>(sql, ...values);
  return row ?? null;
}

/** A database cannot be used; the message says why, for people. */
export class DatabaseError extends Outage {
  override readonly name = "DatabaseError";
}
