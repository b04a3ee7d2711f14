/** Merges random branches: `deno task life:merges [count] [first seed]`. */

import { wrongMerges } from "./wrong_merges.ts";

/** Number of forks that exist in memory at the same time. */
const BATCH = 50;

const [count = "200", start = "1"] = Deno.args;
const [first, length] = [Number(start), Number(count)];
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(length) || length < 1) {
  console.error("Usage: deno task life:merges [count] [first seed]");
  Deno.exit(2);
}

const wrong: string[] = [];
for (let from = first; from < first + length; from += BATCH) {
  const seeds = Array.from({ length: Math.min(BATCH, first + length - from) }, (_, n) => from + n);
  wrong.push(...await wrongMerges(seeds));
}
console.log(
  [...wrong, `${length} merges from seed ${first}: ${wrong.length} went wrong`].join("\n\n"),
);
if (wrong.length > 0) Deno.exit(1);
