import { equal } from "node:assert/strict";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { closedPort } from "../../http/closed_port.ts";

const SCRIPT = fileURLToPath(new URL("../../../tools/postgres.ts", import.meta.url));

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
    // The server is gone before its files are.
    while (await exists(folder));
    equal(await exists(folder), false);
  });
}

async function dataFolder(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SHOW data_directory");
  await client.end();
  return dirname(rows[0].data_directory);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
