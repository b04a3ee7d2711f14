/** Only deno.json states the version. */

import { equal } from "node:assert/strict";
import { runCli } from "../commands/run_cli.ts";

Deno.test("`layerwright --version` prints the version of deno.json", async () => {
  const { version } = JSON.parse(
    Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)),
  );
  const { stdout } = await runCli(["--version"], { cwd: "." });
  equal(stdout, `layerwright ${version}\n`);
});
