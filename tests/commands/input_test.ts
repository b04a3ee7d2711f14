/** Input that a stranger's repository can prepare. */

import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { runHere } from "./run_here.ts";

for (
  const words of [
    ["validate", "endless.json"],
    ["export", "schema", "-o", "endless.json", "--check"],
  ]
) {
  Deno.test({
    name: `layerwright ${words[0]} stops reading a link to a device that never ends`,
    ignore: Deno.build.os === "windows",
    fn: () =>
      inTemporaryFolder(async (cwd) => {
        Deno.symlinkSync("/dev/zero", join(cwd, "endless.json"));
        deepEqual(await runHere(words, { cwd }), {
          code: 1,
          stdout: "",
          stderr: "Error: Cannot read 'endless.json' (too large).\n",
        });
      }),
  });
}
