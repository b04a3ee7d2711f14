/** One connection to Postgres, for one read or one transaction. */

// @ts-types="@types/pg"
import pg from "pg";
import { checkValues, type Queries, type Row, type Value } from "./database.ts";
import { runWork } from "./transaction_work.ts";

/** Error codes of a transaction that Postgres has rolled back in favor of another transaction. */
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";

/** Prefix of the error codes with which Postgres ends a connection. */
const OPERATOR_INTERVENTION = "57P0";

/**
 * Classes of error codes of a Postgres that cannot work for now: it lacks resources such as disk space, ended
 * the statement because of a timeout or an operator, or met an error of the system.
 */
const OUTAGE_CLASSES: readonly string[] = ["53", "57", "58"];

/** Maps each statement's SQL to its name. A connection parses a named statement only once. */
const statementNames = new Map<string, string>();

/** A connection and the state of its work. */
export class PostgresConnection implements Queries {
  readonly #client: pg.ClientBase;
  readonly #dropped: () => boolean;
  /** The first failure of a statement. */
  #failure: unknown;
  #committing = false;

  /** @param dropped Reports whether the connection is known to be gone. */
  constructor(client: pg.ClientBase, dropped: () => boolean) {
    this.#client = client;
    this.#dropped = dropped;
  }

  async all<Found extends Row>(
    sql: string,
    ...values: readonly Value[]
  ): Promise<readonly Found[]> {
    checkValues(values);
    return await this.#run({ name: statementName(sql), text: sql, values: [...values] });
  }

  /** Runs work in a transaction, without retries. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    // Sets the isolation level and the access mode explicitly, because the database may have other defaults.
    await this.#run({ text: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE" });
    let result: T;
    try {
      result = await runWork(this, work);
    } catch (problem) {
      // If a connection is lost, Postgres rolls back its transaction by itself.
      if (!this.isLost()) await this.#run({ text: "ROLLBACK" });
      throw problem;
    }
    this.#committing = true;
    await this.#run({ text: "COMMIT" });
    return result;
  }

  /** Reports whether the connection can no longer answer. */
  isLost(): boolean {
    return this.#wasCutOff() || this.#failure !== undefined && !isAnswer(this.#failure);
  }

  /** Reports whether Postgres answered that it cannot work for now. */
  isOut(): boolean {
    return OUTAGE_CLASSES.includes(failureCode(this.#failure).slice(0, 2));
  }

  /** Reports whether `COMMIT` was sent. */
  isCommitting(): boolean {
    return this.#committing;
  }

  /** Reports whether Postgres has rolled back the failed work, so that it can be retried. */
  wasUndone(): boolean {
    if (this.#wasCutOff()) return !this.#committing;
    return [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(failureCode(this.#failure));
  }

  /** Reports whether the pool can reuse the connection. */
  isUsable(): boolean {
    return !this.isLost() && this.#client.getTransactionStatus() === "I";
  }

  #wasCutOff(): boolean {
    return this.#dropped() || failureCode(this.#failure).startsWith(OPERATOR_INTERVENTION);
  }

  async #run<Found extends Row>(statement: pg.QueryConfig): Promise<readonly Found[]> {
    try {
      return (await this.#client.query<Found>(statement)).rows;
    } catch (problem) {
      this.#failure ??= problem;
      throw problem;
    }
  }
}

function statementName(sql: string): string {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `layerwright_${statementNames.size}`;
  statementNames.set(sql, name);
  return name;
}

/** Reports whether a failure is an answer of Postgres: an error, or a row that cannot be parsed. */
function isAnswer(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError || failure instanceof RangeError;
}

function failureCode(failure: unknown): string {
  return failure instanceof pg.DatabaseError ? failure.code ?? "" : "";
}
