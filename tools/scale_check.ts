/**
 * Three servers behind the proxy of `compose.scale.yaml` over one Postgres, under a mixed load, while one
 * after the other is killed and started again: nothing that was acknowledged is lost, no answer is wrong,
 * and no call fails but those in flight on the killed one.
 *
 * `deno run -A tools/scale_check.ts` takes ten minutes; `--seconds 60` one, `--every 5` kills more often,
 * and `--signal SIGTERM` ends servers
 * as an update does, after the proxy was told: then no call may fail.
 */

import { parseArgs } from "node:util";
import { runScale } from "../tests/hosted/http/scale/scale_run.ts";
import { startPostgres } from "./postgres.ts";

const { values } = parseArgs({
  args: Deno.args,
  options: {
    seconds: { type: "string", default: "600" },
    every: { type: "string", default: "20" },
    signal: { type: "string", default: "SIGKILL" },
  },
});
const folder = await Deno.makeTempDir({ prefix: "layerwright-scale-" });
const postgres = await startPostgres({ durable: true });
try {
  const facts = await runScale({
    url: await postgres.newDatabase(),
    folder,
    seconds: Number(values.seconds),
    every: Number(values.every),
    signal: values.signal === "SIGTERM" ? "SIGTERM" : "SIGKILL",
    say: console.log,
  });
  console.log(facts);
} finally {
  await postgres.stop();
  await Deno.remove(folder, { recursive: true });
}
