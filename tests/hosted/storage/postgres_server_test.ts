import { equal } from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
// @ts-types="@types/pg"
import pg from "pg";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { closedPort } from "../../http/closed_port.ts";
import { untilSo } from "../../http/in_time.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { POSTGRES_TEMPLATE } from "../../../tools/run_tests.ts";

const SCRIPT = fileURLToPath(new URL("../../../tools/postgres.ts", import.meta.url));
const RUN_TESTS = fileURLToPath(new URL("../../../tools/run_tests.ts", import.meta.url));

for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
  Deno.test(`Postgres stops and removes its files after ${signal} ends its parent`, async () => {
    const process = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--allow-all", SCRIPT],
      stdout: "piped",
    }).spawn();
    const reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const url = (await reader.read()).value?.trim() ?? "";
    const folder = await dataFolder(url);
    process.kill(signal);
    await process.status;
    await reader.cancel();
    await closedPort(url);
    // The server ends before its files are removed.
    await untilSo(`${folder} is removed`, () => !existsSync(folder));
  });
}

Deno.test("tests find the URL of a Postgres, which stops when they end", () =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, "a_test.ts");
    const test = `console.log(Deno.env.get("${POSTGRES_TEMPLATE}")); throw new Error("Failed")`;
    await Deno.writeTextFile(file, `Deno.test("a", () => { ${test} })`);
    const args = ["run", "--quiet", "--allow-all", RUN_TESTS, "--no-check", file];
    const { code, stdout } = await runCommand(Deno.execPath(), args);
    equal(code, 1);
    const [url = ""] = /^postgres:.+$/m.exec(stdout) ?? [];
    await closedPort(url);
  }));

async function dataFolder(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SHOW data_directory");
  await client.end();
  return dirname(rows[0].data_directory);
}
