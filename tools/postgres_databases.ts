/** Creates and drops the databases of a running Postgres. */

// @ts-types="@types/pg"
import pg from "pg";

/** The databases of a server, over one connection. */
export interface PostgresDatabases {
  /**
   * Creates a database, and returns its URL.
   *
   * @param template URL of the database to copy, which no one may use at the same time. If it is
   *   omitted, the new database is empty.
   */
  create(template?: string): Promise<string>;
  /** Drops a database, even if it is in use. */
  drop(url: string): Promise<void>;
  /** Closes the connection. */
  close(): Promise<void>;
}

/**
 * Connects to a server.
 *
 * @param url The URL of a database that exists already, as a user who may create others.
 */
export async function connectToDatabases(url: string): Promise<PostgresDatabases> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async create(template) {
      const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
      const from = template === undefined ? "" : ` TEMPLATE ${nameIn(template)}`;
      await client.query(`CREATE DATABASE ${name}${from}`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    async drop(dropped) {
      await client.query(`DROP DATABASE ${nameIn(dropped)} WITH (FORCE)`);
    },
    close: () => client.end(),
  };
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
