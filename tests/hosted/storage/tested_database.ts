/** The database of a test. */

import { join } from "node:path";
import type { Database } from "../../../hosted/storage/database.ts";
import { openDatabase } from "../../../hosted/storage/open_database.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";

/** The place of a test's database. */
export interface TestedDatabase {
  readonly kind: Database["kind"];
  /** The Postgres URL; `undefined` for SQLite. */
  readonly url: string | undefined;
  /** Path of the SQLite file, which does not exist for Postgres. */
  readonly file: string;
  /** The test's own folder, which contains `file`. */
  readonly folder: string;
  /** Opens the database again, like another server. The database closes when the test ends. */
  open(): Promise<Database>;
}

/** Runs a test in a temporary folder. A database is on SQLite unless the test gets a Postgres URL. */
export async function inPlace(
  url: string | undefined,
  test: (tested: TestedDatabase) => Promise<void> | void,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const file = join(folder, "layerwright.db");
    const opened: Database[] = [];
    const kind = url === undefined ? "sqlite" : "postgres";
    try {
      await test({
        kind,
        url,
        file,
        folder,
        async open() {
          const database = await openDatabase({ url, file });
          opened.push(database);
          return database;
        },
      });
    } finally {
      await Promise.all(opened.map((database) => database.close()));
    }
  });
}
