/** The other files and the errors of `deno task build`. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { build } from "../../../tools/build/build.ts";
import { RELEASE_TOOLCHAIN } from "../../../tools/build/toolchain.ts";
import { ROOT } from "../../../tools/run.ts";
import { runCommand } from "../../../tools/run_command.ts";
import { IS_FULL_TIER } from "../tier.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { testInFullTier } from "../tier.ts";

const BUILD = ["run", "-qA", join(ROOT, "tools/build.ts")];

for (
  const { behaviour, args, env, said } of [
    {
      behaviour: "an unknown target",
      args: ["plan9-x64"],
      env: {},
      said:
        /^Error: Cannot build for 'plan9-x64' \(known: linux-x64, linux-arm64, darwin-x64, darwin-arm64, windows-x64\)\n$/,
    },
    {
      behaviour: "one runtime for several targets",
      args: [],
      env: { DENORT_BIN: "/no/such/runtime" },
      said: /^Error: DENORT_BIN is the runtime for one target/,
    },
    {
      behaviour: "a runtime that does not exist",
      args: ["linux-x64"],
      env: { DENORT_BIN: "/no/such/runtime" },
      said: /^Error: Cannot compile for linux-x64 with Deno [^]*\/no\/such\/runtime/,
    },
  ]
) {
  testInFullTier(`build refuses ${behaviour}`, async () => {
    const { code, stdout, stderr } = await runCommand(Deno.execPath(), [...BUILD, ...args], {
      env,
    });
    equal(code, 1);
    equal(stdout, "");
    match(stderr, said);
  });
}

// In the quick tier, tests/distribution/executables_test.ts checks the same list in its build.
Deno.test({
  name: "SHA256SUMS lists component lists, licences, the manual page and the install scripts",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inTemporaryFolder(async (folder) => {
      const names = await build({ toolchain: RELEASE_TOOLCHAIN, targets: [], folder });
      const described = ["layerwright", "layerwright-server"].flatMap((name) => [
        `${name}.cdx.json`,
        `${name}.licenses.txt`,
      ]);
      const expected = [...described, "install.ps1", "install.sh", "layerwright.1"].sort();
      deepEqual(names, ["SHA256SUMS", ...expected]);
      const sums = Deno.readTextFileSync(join(folder, "SHA256SUMS")).trimEnd().split("\n");
      deepEqual(sums.map((line) => line.slice(66)), expected);
    }),
});
