/** The interface of the databases that a hosted server can use. */

import { Outage } from "../../core/outage.ts";

/** A column's value, of a type that every database has. Numbers are safe integers. */
export type Value = string | number | null;

export type Row = Readonly<Record<string, Value>>;

/**
 * Runs statements in the SQL that SQLite and Postgres share. Outside input is never part of a statement: it
 * is passed as values for `$1`, `$2` and so on. SQLite and Postgres agree on which strings are equal, but not
 * on how to sort strings.
 */
export interface Queries {
  /**
   * Runs a statement and returns its rows. A statement that writes returns the rows of `RETURNING`.
   *
   * @throws {RangeError} If {@linkcode checkValues} rejects a value.
   */
  all<Found extends Row>(sql: string, ...values: readonly Value[]): Promise<readonly Found[]>;
}

/** A database. Statements outside a transaction may only read. */
export interface Database extends Queries {
  readonly kind: "sqlite" | "postgres";

  /**
   * Runs work in one transaction, which is durable when the promise is fulfilled. If the work throws or
   * any of its queries fails, the transaction rolls back.
   *
   * The work must wait only for its own queries, because other writers may be waiting for the work. It must
   * have no other effects, because it may run again after a rollback. Rows may change between the work's
   * reads and its writes, so a condition and the change that depends on it must be one statement.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;

  /** Waits for running work, then closes the database. Further calls have no effect. */
  close(): Promise<void>;
}

/** Runs a statement and returns the first row of the result, or `null` if the result is empty. */
export async function first<Found extends Row>(
  queries: Queries,
  sql: string,
  ...values: readonly Value[]
): Promise<Found | null> {
  const [row] = await queries.all<Found>(sql, ...values);
  return row ?? null;
}

/**
 * Rejects values that a database would refuse, change or truncate.
 *
 * @throws {RangeError} For a number that is not a safe integer, and for text with a NUL or a lone
 *   surrogate.
 */
export function checkValues(values: readonly Value[]): void {
  for (const value of values) {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw new RangeError(`Cannot store the number ${value} (must be a safe integer)`);
    }
    if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) {
      throw new RangeError("Cannot store text with NUL characters or lone surrogates");
    }
  }
}

/** Thrown when the database cannot be used. The message gives the reason, for the server's log. */
export class DatabaseError extends Outage {
  override readonly name = "DatabaseError";
}
