/** Servers that end under load behind a proxy: a short run of `deno task scale:check`. */

import { ok } from "node:assert/strict";
import { withDatabasePlace } from "../../storage/on_both.ts";
import { IS_FULL_TIER } from "../../../tools/tier.ts";
import { runScale } from "./scale_run.ts";

const RUN = { seconds: 60, every: 10 };

for (const signal of ["SIGKILL", "SIGTERM"] as const) {
  Deno.test({
    name: `three servers lose nothing while each is ended in turn by ${signal}`,
    ignore: !IS_FULL_TIER,
    fn: () =>
      withDatabasePlace("postgres", async ({ url = "", folder }) => {
        const facts = await runScale({ url, folder, signal, ...RUN, say: () => {} });
        ok(facts.ends > 0);
        ok(facts.added > 0);
        ok(facts.keys > 0);
      }),
  });
}
