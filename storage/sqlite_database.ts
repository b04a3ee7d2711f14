/** SQLite: one file, nothing to install, for a server that stands alone. */

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { createTurns } from "../core/turns.ts";
import { type Database, DatabaseError, type Queries, type Row, type Value } from "./database.ts";
import { migrate } from "./migrate.ts";
import { checkValues } from "./stored_values.ts";
import { runWork } from "./transaction_work.ts";

/** How long a process waits for another that writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens a database, and brings its tables up to date.
 *
 * @param path The file, made if there is none.
 * @throws {DatabaseError} If it cannot be opened, or a newer server made it.
 *
 * @example
 * ```ts
 * import { openSqlite } from "./sqlite_database.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const database = await openSqlite(`${folder}/layerwright.db`);
 * await database.transaction((queries) =>
 *   queries.all("INSERT INTO secrets (name, value) VALUES ($1, $2)", "a", "b")
 * );
 * deepEqual((await database.all("SELECT value FROM secrets")).map(({ value }) => value), ["b"]);
 * await database.close();
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export async function openSqlite(path: string): Promise<Database> {
  const database = opened(path);
  try {
    await migrate(database);
  } catch (problem) {
    await database.close();
    throw problem;
  }
  return database;
}

function opened(path: string): SqliteDatabase {
  try {
    // Others on this computer have no business in it; SQLite's files beside it take the mode over.
    Deno.openSync(path, { create: true, write: true, mode: 0o600 }).close();
    return new SqliteDatabase(path);
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new DatabaseError(`Cannot open the database '${path}' (${reason}).`, { cause: problem });
  }
}

/**
 * One connection that writes and one that reads: what is read outside of a transaction never sees one
 * that is not yet done.
 */
class SqliteDatabase implements Database {
  readonly kind = "sqlite";
  readonly #writer: Connection;
  readonly #reader: Connection;
  readonly #takeTurn = createTurns();

  constructor(path: string) {
    this.#writer = new Connection(path, { readOnly: false });
    this.#reader = new Connection(path, { readOnly: true });
  }

  all<Found extends Row>(sql: string, ...values: readonly Value[]): Promise<readonly Found[]> {
    return this.#reader.all(sql, ...values);
  }

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#takeTurn(async () => {
      // Not DEFERRED: a transaction that read first could not write if another process did meanwhile.
      this.#writer.run("BEGIN IMMEDIATE");
      try {
        const result = await runWork(this.#writer, work);
        this.#writer.run("COMMIT");
        return result;
      } catch (problem) {
        if (this.#writer.inTransaction()) this.#writer.run("ROLLBACK");
        throw problem;
      }
    });
  }

  close(): Promise<void> {
    return this.#takeTurn(async () => {
      this.#reader.close();
      this.#writer.close();
      await Promise.resolve();
    });
  }
}

class Connection implements Queries {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, { readOnly }: { readonly readOnly: boolean }) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
    // An acknowledged change outlives a power cut, too.
    if (!readOnly) this.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  }

  all<Found extends Row>(sql: string, ...values: readonly Value[]): Promise<readonly Found[]> {
    return Promise.try(() => {
      checkValues(values);
      return this.#prepared(sql).all(...values) as unknown as readonly Found[];
    });
  }

  run(sql: string): void {
    this.#database.exec(sql);
  }

  inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    // SQLite takes `$1` for a name, and `?1` for the first value.
    const statement = this.#database.prepare(sql.replaceAll("$", "?"));
    this.#statements.set(sql, statement);
    return statement;
  }
}
