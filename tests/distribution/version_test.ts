/** There is one place that says which version this is. */

import { equal } from "node:assert/strict";
import { runCli } from "../commands/run_cli.ts";

Deno.test("`layerwright --version` says what deno.json says", async () => {
  const { version } = JSON.parse(
    Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)),
  );
  const { stdout } = await runCli(["--version"], { cwd: "." });
  equal(stdout, `layerwright ${version}\n`);
});
