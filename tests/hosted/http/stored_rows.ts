/** The rows of a database, to prove that nothing has changed. */

import type { Database, Row } from "../../../hosted/storage/database.ts";
import { MIGRATIONS } from "../../../hosted/storage/migrations.ts";

/** The table of request counts, which also changes when a request is refused. */
const COUNTER = "rate_limits";

const TABLES = MIGRATIONS.flat().flatMap((statement) =>
  /^CREATE TABLE (\w+)/.exec(statement)?.slice(1) ?? []
).filter((table) => table !== COUNTER);

/** Returns the rows of all other tables, sorted. */
export async function storedRows(database: Database): Promise<Record<string, string[]>> {
  const tables = TABLES.map(async (table) => {
    const rows = await database.all<Row>(`SELECT * FROM ${table}`);
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
