import { equal } from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "../../../hosted/storage/sqlite_database.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";

Deno.test("openSqlite() waits while another process prepares the new file", () =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, "layerwright.db");
    const other = new DatabaseSync(file);
    other.exec("BEGIN EXCLUSIVE");
    const opening = openSqlite(file);
    other.exec("COMMIT");
    other.close();
    const database = await opening;
    equal((await database.all("SELECT version FROM schema_version")).length, 1);
    await database.close();
  }));
