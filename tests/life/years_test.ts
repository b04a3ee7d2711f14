/** Years: random lives of 12 steps, judged by Flask. */

import { equal } from "node:assert/strict";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { withJudge } from "./judge.ts";
import { brokenLife } from "./lives.ts";

const LIVES = IS_FULL_TIER ? 2_000 : 60;

Deno.test("a project keeps people's code through years of changes", async () => {
  const broken = await withJudge(async (judge) => {
    const found: string[] = [];
    for (let seed = 1; seed <= LIVES; seed++) {
      const life = await brokenLife(judge, seed);
      if (life !== null) found.push(life);
    }
    return found;
  });
  equal(broken.length, 0, `${broken.length} lives broke a guarantee\n\n${broken.join("\n\n")}`);
});
