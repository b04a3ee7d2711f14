/** Years: random lives of 12 steps a year, judged by Flask. */

import { equal } from "node:assert/strict";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { brokenLives } from "./lives.ts";
import { OPEN_FAULTS } from "./open_faults.ts";

const LIVES = IS_FULL_TIER ? 2_000 : 8;

/** In the quick tier, the tests of each edit are enough for the edits of the second year. */
const YEARS = IS_FULL_TIER ? 2 : 1;

Deno.test("a project keeps people's code through years of changes", async () => {
  const without = new Set(Object.keys(OPEN_FAULTS));
  const broken = await brokenLives(1, LIVES, { years: YEARS, without });
  equal(broken.length, 0, `${broken.length} lives broke a guarantee\n\n${broken.join("\n\n")}`);
});
