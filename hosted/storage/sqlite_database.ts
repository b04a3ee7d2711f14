/** SQLite, for a single server: one file, and nothing to install. */

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { sleep } from "../../core/sleep.ts";
import { createMutex } from "../../core/mutex.ts";
import {
  checkValues,
  type Database,
  DatabaseError,
  type Queries,
  type Row,
  type Value,
} from "./database.ts";
import { migrate } from "./migrate.ts";
import { runWork } from "./transaction_work.ts";

/** Maximum time to wait for another process that is writing, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** Pause between attempts to begin a transaction, in milliseconds. */
const BUSY_POLL_MS = 2;

const SQLITE_BUSY = 5;

/**
 * Opens a database and migrates it to the newest schema.
 *
 * @param path The file, which is created if it does not exist.
 * @throws {DatabaseError} If the database cannot be opened, or a newer server has migrated it.
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
  const database = await opened(path);
  try {
    await migrate(database);
  } catch (problem) {
    await database.close();
    throw problem instanceof DatabaseError ? problem : cannotOpen(path, problem);
  }
  return database;
}

async function opened(path: string): Promise<SqliteDatabase> {
  try {
    // Only the server's user may read the file. SQLite gives the same mode to its other files in the folder.
    Deno.openSync(path, { create: true, write: true, mode: 0o600 }).close();
    return await untilFree(path, () => new SqliteDatabase(path));
  } catch (problem) {
    throw problem instanceof DatabaseError ? problem : cannotOpen(path, problem);
  }
}

function cannotOpen(path: string, problem: unknown): DatabaseError {
  const reason = problem instanceof Error ? problem.message : String(problem);
  return new DatabaseError(`Cannot open the database '${path}' (${reason}).`, { cause: problem });
}

/**
 * A database with two connections: one writes and one reads, so that reads outside a transaction see only
 * committed data.
 */
class SqliteDatabase implements Database {
  readonly kind = "sqlite";
  readonly #path: string;
  readonly #writer: Connection;
  readonly #reader: Connection;
  readonly #takeTurn = createMutex();
  #closed: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
    this.#writer = new Connection(path, { readOnly: false });
    try {
      this.#reader = new Connection(path, { readOnly: true });
    } catch (problem) {
      this.#writer.close();
      throw problem;
    }
  }

  async all<Found extends Row>(
    sql: string,
    ...values: readonly Value[]
  ): Promise<readonly Found[]> {
    this.#refuseIfClosed();
    return await this.#reader.all(sql, ...values);
  }

  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    this.#refuseIfClosed();
    return await this.#takeTurn(async () => {
      // Not DEFERRED: a deferred transaction can no longer write if another process writes after its first
      // read.
      await untilFree(this.#path, () => this.#writer.run("BEGIN IMMEDIATE"));
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
    this.#closed ??= this.#takeTurn(async () => {
      this.#reader.close();
      this.#writer.close();
      await Promise.resolve();
    });
    return this.#closed;
  }

  #refuseIfClosed(): void {
    if (this.#closed !== null) throw new DatabaseError(`The database '${this.#path}' is closed.`);
  }
}

/** Runs an action as soon as no other process has locked the database. */
async function untilFree<T>(path: string, act: () => T): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return act();
    } catch (problem) {
      if (!isBusy(problem)) throw problem;
      if (performance.now() > deadline) {
        throw new DatabaseError(
          `Cannot write to the database '${path}' (another process has locked it).`,
          { cause: problem },
        );
      }
    }
    // Waits here, because SQLite's own timeout would block the whole process.
    await sleep(BUSY_POLL_MS);
  }
}

function isBusy(problem: unknown): boolean {
  // The lowest byte of an error code is SQLite's primary result code.
  return problem instanceof Error && "errcode" in problem &&
    (Number(problem.errcode) & 0xff) === SQLITE_BUSY;
}

class Connection implements Queries {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, { readOnly }: { readonly readOnly: boolean }) {
    this.#database = new DatabaseSync(path, { readOnly, timeout: readOnly ? BUSY_TIMEOUT_MS : 0 });
    if (readOnly) return;
    try {
      // With these settings, a committed change survives a power cut.
      this.run("PRAGMA journal_mode = WAL");
      this.run("PRAGMA synchronous = FULL");
    } catch (problem) {
      this.close();
      throw problem;
    }
  }

  all<Found extends Row>(sql: string, ...values: readonly Value[]): Promise<readonly Found[]> {
    return Promise.try(() => {
      checkValues(values);
      return this.#prepared(sql).all(...values) as unknown as readonly Found[];
    });
  }

  run(sql: string): void {
    this.#prepared(sql).run();
  }

  inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  close(): void {
    this.#database.close();
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    // SQLite would take `$1` for the name of a parameter. It takes `?1` for the first value.
    const statement = this.#database.prepare(sql.replaceAll("$", "?"));
    this.#statements.set(sql, statement);
    return statement;
  }
}
