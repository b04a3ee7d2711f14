/** `deno task life [count] [first seed]`: lives random lives, and prints those that break a guarantee. */

import { withJudge } from "./judge.ts";
import { brokenLife } from "./lives.ts";

const [count = "200", first = String(Date.now() % 1_000_000_000)] = Deno.args;
const [from, to] = [Number(first), Number(first) + Number(count)];
if (!Number.isInteger(from) || !Number.isInteger(to) || to <= from) {
  console.error("Usage: deno task life [count] [first seed]");
  Deno.exit(2);
}

let broken = 0;
await withJudge(async (judge) => {
  for (let seed = from; seed < to; seed++) {
    const life = await brokenLife(judge, seed);
    if (life === null) continue;
    broken++;
    console.log(`${life}\n`);
  }
});
console.log(`${broken} of ${to - from} lives from seed ${from} broke a guarantee`);
Deno.exit(broken === 0 ? 0 : 1);
