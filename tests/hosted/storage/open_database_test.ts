import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseError } from "../../../hosted/storage/database.ts";
import { openDatabase } from "../../../hosted/storage/open_database.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { forEachPlace, withDatabasePlace } from "./on_both.ts";

const MODULE = new URL("../../../hosted/storage/open_database.ts", import.meta.url);

/** The password in the tests' URLs. */
const SECRET = "hunter2";

const NOT_POSTGRES = /^Invalid database URL \(must look like 'postgres:/;
const NOT_ENCODED = /^Invalid database URL \(its user or password has .*Percent-encode/;

forEachPlace("openDatabase() opens the given database", async ({ kind, open }) => {
  equal((await open()).kind, kind);
});

Deno.test("openDatabase() opens SQLite if the URL is empty", () =>
  inTemporaryFolder(async (folder) => {
    const database = await openDatabase({ url: "", file: join(folder, "layerwright.db") });
    equal(database.kind, "sqlite");
    await database.close();
  }));

Deno.test("only the server's user can access the SQLite files", () =>
  withDatabasePlace("sqlite", async ({ open, folder }) => {
    const database = await open();
    await database.transaction((queries) =>
      queries.all("INSERT INTO secrets (name, value) VALUES ('a', 'b')")
    );
    const modes = Array.from(Deno.readDirSync(folder), ({ name }) => [
      name,
      (Deno.statSync(join(folder, name)).mode ?? 0) & 0o777,
    ]);
    deepEqual(modes.toSorted(), [
      ["layerwright.db", 0o600],
      ["layerwright.db-shm", 0o600],
      ["layerwright.db-wal", 0o600],
    ]);
  }));

for (
  const { name, path, prepare } of [
    { name: "is a folder", path: "taken", prepare: (path: string) => Deno.mkdirSync(path) },
    { name: "is in a missing folder", path: "absent/layerwright.db", prepare: () => {} },
    {
      name: "is not a database",
      path: "notes.txt",
      prepare: (path: string) => Deno.writeTextFileSync(path, "Buy milk. ".repeat(500)),
    },
    {
      name: "is another program's database",
      path: "other.db",
      prepare: (path: string) => Deno.writeTextFileSync(path, "SQLite format 3\0".repeat(500)),
    },
  ]
) {
  Deno.test(`openDatabase() names a file that ${name}`, () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, path);
      prepare(file);
      await rejects(openDatabase({ url: undefined, file }), (problem) => {
        ok(problem instanceof DatabaseError);
        ok(problem.message.startsWith(`Cannot open the database '${file}' (`), problem.message);
        return true;
      });
    }));
}

for (
  const { url, message } of [
    { url: SECRET, message: NOT_POSTGRES },
    { url: `mysql://ann:${SECRET}@localhost/shop`, message: NOT_POSTGRES },
    { url: `postgres://ann:${SECRET}/1@localhost/shop`, message: NOT_POSTGRES },
    { url: `postgres://ann:1/${SECRET}@localhost/shop`, message: NOT_ENCODED },
    { url: `postgres://ann:1?${SECRET}@localhost/shop`, message: NOT_ENCODED },
    { url: `postgres://ann:1#${SECRET}`, message: NOT_ENCODED },
    {
      url: `postgres://ann:${SECRET}@nowhere.invalid/shop`,
      message: /^Cannot reach the database 'postgres:\/\/ann@nowhere\.invalid\/shop' \(.+\)\.$/,
    },
    {
      url: `postgres://nowhere.invalid/shop?user=ann&password=${SECRET}`,
      message: /^Cannot reach the database 'postgres:\/\/nowhere\.invalid\/shop' \(.+\)\.$/,
    },
    {
      url: `postgresql://ann:${SECRET}@localhost:${closedPort()}/shop`,
      message:
        /^Cannot reach the database 'postgresql:\/\/ann@localhost:\d+\/shop' \(.*REFUSED.*\)\.$/,
    },
    {
      url: `postgres://ann:${SECRET}@localhost/shop?sslrootcert=/nowhere`,
      message: /^Cannot reach the database 'postgres:\/\/ann@localhost\/shop' \(.*\/nowhere.*\)\.$/,
    },
  ]
) {
  Deno.test(`openDatabase() refuses '${url}' without its password`, () => refuses(url, message));
}

Deno.test("openDatabase() never shows the password of a URL that Postgres rejects", () =>
  withDatabasePlace("postgres", async ({ url = "" }) => {
    const wrong = new URL(url);
    wrong.password = SECRET;
    await refuses(wrong.href, /^Cannot reach .*password authentication failed/);
    const password = decodeURIComponent(new URL(url).password);
    const absent = new URL(url);
    absent.pathname = "/absent";
    await refuses(absent.href, /^Cannot reach .*"absent" does not exist/, password);
  }));

Deno.test("openDatabase() loads only the driver that it uses", () =>
  inTemporaryFolder(async (folder) => {
    for (
      const { unused, url, expected } of [
        { unused: "pg", url: "", expected: "sqlite" },
        {
          unused: "node:sqlite",
          url: `postgres://localhost:${closedPort()}/a`,
          expected: "Cannot",
        },
      ]
    ) {
      const imports = { [unused]: "data:text/javascript,throw new Error('Loaded')" };
      const configuration = join(folder, "deno.json");
      Deno.writeTextFileSync(
        configuration,
        JSON.stringify({ imports: { pg: "npm:pg@8.23.1", ...imports } }),
      );
      const script = `
        const { openDatabase } = await import(${JSON.stringify(MODULE.href)});
        const place = ${JSON.stringify({ url, file: join(folder, "layerwright.db") })};
        console.log(await openDatabase(place).then(({ kind }) => kind, ({ message }) => message));
        Deno.exit();`;
      const { stdout, stderr } = await runCommand(
        Deno.execPath(),
        ["run", "--quiet", "--no-check", "--no-lock", "-A", "--config", configuration, "-"],
        { stdin: script, cwd: fileURLToPath(new URL("../../..", import.meta.url)) },
      );
      equal(stdout.split(" ")[0]?.trim(), expected, stdout + stderr);
    }
  }));

async function refuses(url: string, message: RegExp, secret = SECRET): Promise<void> {
  await rejects(openDatabase({ url, file: "" }), (problem) => {
    ok(problem instanceof DatabaseError);
    ok(message.test(problem.message), problem.message);
    const told = Deno.inspect(problem, { depth: 20, showHidden: true });
    ok(!told.includes(secret) && !told.includes(encodeURIComponent(secret)), told);
    return true;
  });
}

function closedPort(): number {
  using listener = Deno.listen({ port: 0 });
  return listener.addr.port;
}
