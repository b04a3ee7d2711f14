/** Runs the examples of `--help`, which the reference also shows. */

import { deepEqual } from "node:assert/strict";
import { join } from "node:path";
import { allHelp } from "../../tools/docs/reference/help_texts.ts";
import { specText } from "../commands/code_folder.ts";
import { testInFullTier } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { Shell } from "./shell.ts";

/** Examples that run until interrupted or ask questions, and the tests that cover them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "layerwright serve": "docs/how-to/connect-agents.md starts it",
  "layerwright serve --root ~/code --port 8001 --read-only": "tests/http/settings_test.ts",
  "layerwright mock shop.json": "tests/commands/mock_test.ts",
  "layerwright mock": "tests/commands/mock_source_test.ts",
  "layerwright mock shop.json --port 0 --cors": "tests/commands/mock_test.ts, without --cors",
  "layerwright mock shop.json --state-file state.json": "tests/commands/mock_test.ts",
  "layerwright mock petstore.yaml": "tests/commands/served_spec_test.ts",
  "layerwright setup": "tests/setup/wizard",
  "layerwright setup --client codex,cursor --dry-run": "tests/setup/wizard, with a server",
  "layerwright setup remove": "tests/setup/wizard",
  "layerwright adopt --spec shop.json": "tests/commands/adopt_test.ts, without records",
  "layerwright adopt --spec shop.json --dry-run": "tests/commands/adopt_test.ts",
  "layerwright version --check": "tests/commands/version, of a server on this computer",
};

testInFullTier("examples of --help succeed in a folder with a spec or a project", async () => {
  const examples = new Set((await allHelp()).flatMap((each) => each.examples));
  const faults: string[] = [];
  await inTemporaryFolder(async (home) => {
    await using shell = new Shell(home, { layerwright: 0, flask: 0 });
    const code = join(home, "code");
    // The examples write to shells' configuration folders.
    await shell.run("PROFILE=~/profile.ps1; mkdir -p ~/.config/fish/completions");
    Deno.writeTextFileSync(join(code, "shop.json"), specText("shop.json"));
    await shell.run("layerwright generate api shop --json shop.json");
    Deno.writeTextFileSync(join(code, "shop/shop.json"), specText("shop.json"));
    Deno.writeTextFileSync(join(code, "shop/sale.json"), "[]");
    Deno.writeTextFileSync(join(code, "shop/parts.json"), '[{"sku": "a-1"}]');
    for (const file of ["openapi.json", "petstore.yaml"]) {
      await shell.run(`layerwright export openapi --spec shop.json -o shop/${file}`);
    }
    await shell.run(
      "cp -r shop generated; layerwright -C generated generate subroute products sale",
    );
    for (const example of examples) {
      if (example in ELSEWHERE) continue;
      // Other examples remove the endpoints that these rename, so each of these gets a new copy.
      if (example.startsWith("layerwright rename")) {
        await shell.run(`cd ${code}; rm -r shop; cp -r generated shop`);
      }
      // Most examples run in the project.
      const isAbove = / api | -C | validate /.test(example);
      const folder = isAbove ? code : join(code, "shop");
      const { code: exit, output } = await shell.run(`cd ${folder}; ${example}`);
      if (exit !== 0) faults.push(`${example}: ${exit}\n${output}`);
    }
  });
  deepEqual(faults, []);
  deepEqual(Object.keys(ELSEWHERE).filter((example) => !examples.has(example)), []);
});
