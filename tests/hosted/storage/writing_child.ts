/**
 * A child process that writes numbers from 0, several at a time, until it is killed. The process
 * prints each number once the number's write is acknowledged. Arguments: the SQLite file, the
 * Postgres URL.
 */

import { openDatabase } from "../../../hosted/storage/open_database.ts";

const WRITERS = 4;

const [file = "", url] = Deno.args;
const database = await openDatabase({ file, url });
let next = 0;

async function write(): Promise<never> {
  for (;;) {
    const number = String(next++);
    await database.transaction(async (queries) => {
      await queries.all("INSERT INTO secrets (name, value) VALUES ($1, 'first')", number);
      await queries.all("UPDATE secrets SET value = 'second' WHERE name = $1", number);
    });
    // `console.log` may still buffer the line when the process is killed.
    Deno.stdout.writeSync(new TextEncoder().encode(`${number}\n`));
  }
}

await Promise.all(Array.from({ length: WRITERS }, write));
