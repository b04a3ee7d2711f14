/** Runs all rows, and compares each result with the required or the present one. */

import { deepEqual, notDeepEqual } from "node:assert/strict";
import { withJudge } from "./judge.ts";
import { IS_STRICT } from "./not_yet.ts";
import { ROWS_OF_CODE } from "./rows_of_code.ts";
import { ROWS_OF_DECISIONS } from "./rows_of_decisions.ts";
import { ROWS_OF_FILES } from "./rows_of_files.ts";
import { ROWS_OF_PLACES } from "./rows_of_places.ts";
import { ROWS_OF_MOVES } from "./rows_of_moves.ts";
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
};

Deno.test("named cases have the required result, or the known one", async (test) => {
  await withJudge(async (judge) => {
    for (const [name, row] of Object.entries(ROWS)) {
      const { people, must, problems, today } = row;
      const holds = today === null || IS_STRICT;
      await test.step(`${name}: ${people}: ${holds ? must : `not yet: ${today}`}`, async () => {
        const found = await problems(judge);
        if (holds) deepEqual(found, []);
        else notDeepEqual(found, [], "It holds: set 'today' of this row to null");
      });
    }
  });
});
