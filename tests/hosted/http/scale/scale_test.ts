/** Servers that end under load behind a proxy: a short run of `deno task scale:check`. */

import { ok } from "node:assert/strict";
import { withDatabasePlace } from "../../storage/on_both.ts";
import { IS_FULL_TIER } from "../../../tools/tier.ts";
import { runScale } from "./scale_run.ts";

const RUN = IS_FULL_TIER ? { seconds: 60, every: 10 } : { seconds: 6, every: 2 };

const SIGNALS = IS_FULL_TIER ? ["SIGKILL", "SIGTERM"] as const : ["SIGKILL"] as const;

for (const signal of SIGNALS) {
  Deno.test(`three servers lose nothing while each is ended in turn by ${signal}`, () =>
    withDatabasePlace("postgres", async ({ url = "", folder }) => {
      const facts = await runScale({ url, folder, signal, ...RUN, say: () => {} });
      ok(facts.ends > 0);
      ok(facts.added > 0);
      ok(facts.keys > 0);
    }));
}
