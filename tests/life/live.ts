/**
 * `deno task life [count] [first seed]`: simulates random lives, and prints those that break a
 * guarantee.
 */

import { brokenLives } from "./lives.ts";

const [count = "200", first = String(Date.now() % 1_000_000_000)] = Deno.args;
const [from, to] = [Number(first), Number(first) + Number(count)];
if (!Number.isInteger(from) || !Number.isInteger(to) || to <= from) {
  console.error("Usage: deno task life [count] [first seed]");
  Deno.exit(2);
}

const { length: broken } = await brokenLives(from, to - from, (life) => console.log(`${life}\n`));
console.log(`${broken} of ${to - from} lives from seed ${from} broke a guarantee`);
Deno.exit(broken === 0 ? 0 : 1);
