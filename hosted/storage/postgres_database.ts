/** Postgres, for several servers that share their data. */

// @ts-types="@types/pg"
import pg from "pg";
import { sleep } from "../../core/sleep.ts";
import { type Database, DatabaseError, type Queries, type Row, type Value } from "./database.ts";
import { migrate } from "./migrate.ts";
import { shownAddress } from "./postgres_address.ts";
import { PostgresConnection } from "./postgres_connection.ts";
import { POSTGRES_TYPES } from "./postgres_types.ts";

/** Timeout of a connection attempt, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Timeout of a query, in milliseconds. */
const QUERY_TIMEOUT_MS = 30_000;

/**
 * Sets the timeouts that Postgres itself enforces on statements and idle transactions. Connection parameters
 * could also set these timeouts, but some poolers reject such parameters.
 */
const SERVER_TIMEOUTS = `SET statement_timeout = ${QUERY_TIMEOUT_MS};
  SET idle_in_transaction_session_timeout = ${QUERY_TIMEOUT_MS}`;

/** Maximum number of attempts at work that Postgres rolls back, or whose connection is lost. */
const ATTEMPTS = 5;

/** Maximum pause before a retry, in milliseconds. Pauses are random, so that transactions do not collide again. */
const PAUSE_MS = 50;

/**
 * Opens a database and migrates it to the newest schema.
 *
 * @param url The database as `postgres://<user>:<password>@<host>:<port>/<database>`.
 * @param options.connections Maximum number of connections.
 * @throws {DatabaseError} If the database cannot be opened, or a newer server has migrated it.
 */
export async function openPostgres(
  url: string,
  { connections = 10 }: { readonly connections?: number } = {},
): Promise<Database> {
  const name = shownAddress(url);
  const database = new PostgresDatabase(url, name, connections);
  try {
    await checkEncoding(database, name);
    await migrate(database);
  } catch (problem) {
    await database.close();
    if (problem instanceof DatabaseError) throw problem;
    throw new DatabaseError(`Cannot open the database '${name}' (${reason(problem)}).`, {
      cause: problem,
    });
  }
  return database;
}

async function checkEncoding(queries: Queries, name: string): Promise<void> {
  const [row] = await queries.all<{ server_encoding: string }>("SHOW server_encoding");
  if (row?.server_encoding === "UTF8") return;
  throw new DatabaseError(
    `The database '${name}' has the encoding ${row?.server_encoding} (must be UTF8). ` +
      "Create one with ENCODING 'UTF8'.",
  );
}

class PostgresDatabase implements Database {
  readonly kind = "postgres";
  readonly #pool: pg.Pool;
  /** The URL without the password. */
  readonly #name: string;
  readonly #lost = new WeakSet<pg.ClientBase>();
  readonly #underWay = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  constructor(url: string, name: string, connections: number) {
    this.#name = name;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      // Keeps idle connections open. A timer to close them would cost a fifth of the time of a read.
      idleTimeoutMillis: 0,
      keepAlive: true,
      onConnect: async (client) => void await client.query(SERVER_TIMEOUTS),
      types: POSTGRES_TYPES,
      fallback_application_name: "layerwright",
    });
    this.#pool.on("connect", (client) => client.on("error", () => this.#lost.add(client)));
    // Ignores the errors of dropped connections, which the pool replaces. Without a listener, such an error
    // would end the process.
    this.#pool.on("error", () => {});
  }

  all<Found extends Row>(sql: string, ...values: readonly Value[]): Promise<readonly Found[]> {
    return this.#track(this.#attempt((connection) => connection.all<Found>(sql, ...values)));
  }

  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    return this.#track(this.#attempt((connection) => connection.transaction(work)));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#pool.end();
  }

  async #attempt<T>(task: (connection: PostgresConnection) => Promise<T>): Promise<T> {
    for (let left = ATTEMPTS - 1;; left -= 1) {
      const client = await this.#connect();
      const connection = new PostgresConnection(client, () => this.#lost.has(client));
      try {
        return await task(connection);
      } catch (problem) {
        if (left === 0 || !connection.wasUndone()) throw this.#named(problem, connection);
      } finally {
        client.release(!connection.isUsable());
      }
      await sleep(Math.random() * PAUSE_MS);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.#closed !== null) throw new DatabaseError(`The database '${this.#name}' is closed.`);
    try {
      return await this.#pool.connect();
    } catch (problem) {
      throw new DatabaseError(`Cannot reach the database '${this.#name}' (${reason(problem)}).`, {
        cause: problem,
      });
    }
  }

  #named(problem: unknown, connection: PostgresConnection): unknown {
    if (!connection.isLost()) {
      if (!connection.isOut()) return problem;
      const message = `The database '${this.#name}' failed (${reason(problem)}).`;
      return new DatabaseError(message, { cause: problem });
    }
    const when = connection.isCommitting() ? " during a commit, which may have succeeded" : "";
    const message = `Lost the connection to the database '${this.#name}'${when} ` +
      `(${reason(problem)}).`;
    return new DatabaseError(message, { cause: problem });
  }

  #track<T>(work: Promise<T>): Promise<T> {
    const forget = () => this.#underWay.delete(work);
    this.#underWay.add(work);
    work.then(forget, forget);
    return work;
  }
}

function reason(problem: unknown): string {
  // If a host has several addresses, the error has no message of its own, but contains one error per address.
  if (problem instanceof AggregateError) return problem.errors.map(reason).join(", ");
  return problem instanceof Error ? problem.message : String(problem);
}
