/** Pages of a project read and send no more than they show, however many files and folders it has. */

import { equal, ok } from "node:assert/strict";
import type { Database, Row, Value } from "../../../hosted/storage/database.ts";
import { forEachDatabase } from "../storage/on_both.ts";
import { hostedApp, keyOf } from "./hosted_app.ts";

const FILES = 6_000;

/** Characters of all rows that a page may read, and of the page itself. */
const MOST_CHARACTERS = 2_500_000;

/** The pages, the rows that each may read, and its status. */
const PAGES: readonly (readonly [path: string, rows: number, status: number])[] = [
  ["", 2_100, 200],
  ["/status", 100, 200],
  ["/file?path=b.py", 2_100, 200],
  ["/file?path=absent.py", 20, 404],
  ["/delete", 20, 200],
];

/** Counts the rows and characters that statements return. */
function counting(database: Database) {
  const read = { rows: 0, characters: 0 };
  const counted: Database = {
    kind: database.kind,
    transaction: (work) => database.transaction(work),
    close: () => database.close(),
    async all<Found extends Row>(sql: string, ...values: readonly Value[]) {
      const rows = await database.all<Found>(sql, ...values);
      read.rows += rows.length;
      read.characters += rows.flatMap(Object.values).join("").length;
      return rows;
    },
  };
  return { counted, read };
}

forEachDatabase("pages of a large project read only what they show", async (database) => {
  const { counted, read } = counting(database);
  const app = await hostedApp(counted);
  const owner = await app.owner();
  const spec = { routes: { ping: { type: "GET" } } };
  await app.call(await keyOf(owner), "generate_api", { project: "shop", spec });
  await fill(database);
  for (const [path, rows, status] of PAGES) {
    Object.assign(read, { rows: 0, characters: 0 });
    const page = await owner.open(`/dashboard/projects/shop${path}`);
    equal(page.status, status, path);
    ok(read.rows <= rows, `${path} reads ${read.rows} rows`);
    ok(read.characters <= MOST_CHARACTERS, `${path} reads ${read.characters} characters`);
    ok(page.html.length <= MOST_CHARACTERS, `${path} has ${page.html.length} characters`);
  }
  const { html } = await owner.open("/dashboard/projects/shop");
  ok(/Only \d+ of 6,\d+ files are listed/.test(html.replaceAll(/\s+/g, " ")), html.slice(-900));
});

/** Adds deep files to the only project, and more Python than a page analyzes. */
async function fill(database: Database): Promise<void> {
  const [project] = await database.all<{ id: string }>("SELECT id FROM projects");
  await database.transaction(async (queries) => {
    const add = (path: string, text: string) =>
      queries.all(
        "INSERT INTO files (project_id, path, text) VALUES ($1, $2, $3)",
        project?.id ?? "",
        path,
        text,
      );
    await add("b.py", `#${"x".repeat(1_000_001)}`);
    for (let index = 0; index < FILES; index++) {
      await add(`${index}/${`${"x".repeat(45)}/`.repeat(20)}a`, "");
    }
  });
}
