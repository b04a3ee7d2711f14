/** All that a database holds, to prove that nothing was done. */

import type { Database, Row } from "../../../hosted/storage/database.ts";
import { MIGRATIONS } from "../../../hosted/storage/migrations.ts";

/** Counts what is asked, also in vain. */
const COUNTER = "rate_limits";

const TABLES = MIGRATIONS.flat().flatMap((statement) =>
  /^CREATE TABLE (\w+)/.exec(statement)?.slice(1) ?? []
).filter((table) => table !== COUNTER);

/** The rows of all tables but one, in an order of their own. */
export async function storedRows(database: Database): Promise<Record<string, string[]>> {
  const tables = TABLES.map(async (table) => {
    const rows = await database.all<Row>(`SELECT * FROM ${table}`);
    return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
