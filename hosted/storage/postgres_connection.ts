/** One connection to Postgres, for one read or one transaction. */

import pg from "pg";
import type { Queries, Row, Value } from "./database.ts";
import { checkValues } from "./stored_values.ts";
import { runWork } from "./transaction_work.ts";

/** What the server says of a transaction that it undid for the sake of another. */
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";

/** How the codes begin with which the server ends a connection. */
const OPERATOR_INTERVENTION = "57P0";

/** By their text, for all connections: a server that plans each once knows them by name. */
const statementNames = new Map<string, string>();

/** A connection, and what became of it. */
export class PostgresConnection implements Queries {
  readonly #client: pg.ClientBase;
  readonly #dropped: () => boolean;
  /** The first that a statement met. */
  #failure: unknown;
  #committing = false;

  /** @param dropped Whether the connection is known to be gone. */
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

  /** Runs work in a transaction, once. */
  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    // Whatever a database has as its default.
    await this.#run({ text: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE" });
    let result: T;
    try {
      result = await runWork(this, work);
    } catch (problem) {
      // A server undoes what a connection began that is gone.
      if (!this.isLost()) await this.#run({ text: "ROLLBACK" });
      throw problem;
    }
    this.#committing = true;
    await this.#run({ text: "COMMIT" });
    return result;
  }

  /** Whether no answer is to be expected from it any more. */
  isLost(): boolean {
    return this.#wasCutOff() || this.#failure !== undefined && !isAnswer(this.#failure);
  }

  /** Whether it was asked to make a transaction last. */
  isCommitting(): boolean {
    return this.#committing;
  }

  /** Whether nothing is left of the work that failed, through no fault of its own. */
  wasUndone(): boolean {
    if (this.#wasCutOff()) return !this.#committing;
    return [SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(failureCode(this.#failure));
  }

  /** Whether somebody else may use it. */
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

/** Whether something came from the server: a refusal, or a row that could not be read. */
function isAnswer(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError || failure instanceof RangeError;
}

function failureCode(failure: unknown): string {
  return failure instanceof pg.DatabaseError ? failure.code ?? "" : "";
}
