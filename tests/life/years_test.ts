/** Years: random lives of 12 steps, judged by Flask. */

import { equal } from "node:assert/strict";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { brokenLives } from "./lives.ts";

const LIVES = IS_FULL_TIER ? 2_000 : 12;

Deno.test("a project keeps people's code through years of changes", async () => {
  const broken = await brokenLives(1, LIVES);
  equal(broken.length, 0, `${broken.length} lives broke a guarantee\n\n${broken.join("\n\n")}`);
});
