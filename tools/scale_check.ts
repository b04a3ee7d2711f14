/**
 * Runs three servers behind the proxy of `compose.scale.yaml` on one Postgres, under a mixed load, and
 * kills and restarts them in turn: `deno task scale:check`. No acknowledged change may be lost, no response
 * may be wrong, and only calls in flight on a killed server may fail.
 *
 * The check takes ten minutes, or as long as an option such as `--seconds 60` says. `--every 5`
 * kills a server every five seconds. With `--signal SIGTERM`, servers leave the proxy before they
 * stop, as in an update, and no call may fail.
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
