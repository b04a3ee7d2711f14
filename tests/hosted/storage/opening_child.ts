/**
 * A child process that waits for a line, opens a database and prints its schema version. Arguments: the
 * SQLite file, the Postgres URL.
 */

import { openDatabase } from "../../../hosted/storage/open_database.ts";

const [file = "", url] = Deno.args;
console.log("ready");
await Deno.stdin.read(new Uint8Array(1));
const database = await openDatabase({ file, url });
const [row] = await database.all("SELECT version FROM schema_version");
console.log(row?.["version"]);
await database.close();
