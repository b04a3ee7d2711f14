/** Runs all rows, and checks each result. */

import { deepEqual } from "node:assert/strict";
import { withJudge } from "./judge.ts";
import { ROWS_OF_CODE } from "./rows_of_code.ts";
import { ROWS_OF_DECISIONS } from "./rows_of_decisions.ts";
import { ROWS_OF_FACTORIES } from "./rows_of_factories.ts";
import { ROWS_OF_FILES } from "./rows_of_files.ts";
import { ROWS_OF_OWN_ENDPOINTS } from "./rows_of_own_endpoints.ts";
import { ROWS_OF_PLACES } from "./rows_of_places.ts";
import { ROWS_OF_MOVES } from "./rows_of_moves.ts";
import { ROWS_OF_RECORDS } from "./rows_of_records.ts";
import { ROWS_OF_REMOVALS } from "./rows_of_removals.ts";
import { ROWS_OF_SEEDS } from "./rows_of_seeds.ts";
import { ROWS_OF_SPECS } from "./rows_of_specs.ts";

const ROWS = {
  ...ROWS_OF_FILES,
  ...ROWS_OF_CODE,
  ...ROWS_OF_PLACES,
  ...ROWS_OF_MOVES,
  ...ROWS_OF_SPECS,
  ...ROWS_OF_SEEDS,
  ...ROWS_OF_DECISIONS,
  ...ROWS_OF_FACTORIES,
  ...ROWS_OF_REMOVALS,
  ...ROWS_OF_OWN_ENDPOINTS,
  ...ROWS_OF_RECORDS,
};

Deno.test("named cases have the required result", async (test) => {
  await withJudge(async (judge) => {
    for (const [name, { people, must, problems }] of Object.entries(ROWS)) {
      await test.step(`${name}: ${people}: ${must}`, async () => {
        deepEqual(await problems(judge), []);
      });
    }
  });
});
