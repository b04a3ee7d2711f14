/** Merges random branches: `deno task life:merges [count] [first seed]`. */

import { wrongMerges } from "./wrong_merges.ts";

/** Number of forks that exist in memory at the same time. */
const BATCH = 50;

const [count = 200, first = 1] = Deno.args.map(Number);
const wrong: string[] = [];
for (let start = first; start < first + count; start += BATCH) {
  const length = Math.min(BATCH, first + count - start);
  wrong.push(...await wrongMerges(Array.from({ length }, (_, index) => start + index)));
}
console.log(
  [...wrong, `${count} merges from seed ${first}: ${wrong.length} went wrong`].join("\n\n"),
);
if (wrong.length > 0) Deno.exit(1);
