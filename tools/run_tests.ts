/**
 * Runs tests in parallel on one Postgres: `deno run -A tools/run_tests.ts tests`. With plain `deno test`,
 * each test file starts a Postgres of its own.
 */

import { openDatabase } from "../hosted/storage/open_database.ts";
import { exists } from "../tests/tools/exists.ts";
import { startPostgres } from "./postgres.ts";
import { testFiles } from "./test_files.ts";

/** Variable with the URL of a migrated database without rows, which tests copy. */
export const POSTGRES_TEMPLATE = "LAYERWRIGHT_TEST_POSTGRES";

/** Tests often wait for processes and timers, so one more than the number of cores keeps all cores busy. */
const WORKERS = navigator.hardwareConcurrency + 1;

/** Creates a database of the newest schema without rows, and returns its URL. */
export async function migratedDatabase(
  { newDatabase }: { newDatabase(): Promise<string> },
): Promise<string> {
  const url = await newDatabase();
  const database = await openDatabase({ url, file: "" });
  await database.close();
  return url;
}

/** Returns the test files of a folder among the arguments, and any other argument as it is. */
function expanded(argument: string): readonly string[] {
  return exists(argument) ? testFiles(argument) : [argument];
}

if (import.meta.main) {
  const postgres = await startPostgres();
  const tests = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--parallel", ...Deno.args.flatMap(expanded)],
    env: {
      [POSTGRES_TEMPLATE]: await migratedDatabase(postgres),
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? String(WORKERS),
    },
  }).spawn();
  // The terminal interrupts both processes. Postgres runs until the tests end.
  Deno.addSignalListener("SIGINT", () => {});
  Deno.addSignalListener("SIGTERM", () => tests.kill("SIGTERM"));
  const { code } = await tests.status;
  await postgres.stop();
  Deno.exit(code);
}
