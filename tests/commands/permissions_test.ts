/**
 * The permissions of executables suffice for every kind of spec input. From source, an error names the
 * missing permission.
 */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { CLI } from "../../tools/build/programs.ts";
import { ROOT } from "../../tools/run.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { cliEnvironment, runToEnd } from "./run_cli.ts";

const SPEC = '{ "routes": { "products": { "type": "GET" } } }';

const WAYS: Readonly<Record<string, string>> = {
  "a file": "validate spec.json",
  "standard input": "validate - < spec.json",
  "a pipe": "validate - < <(cat spec.json)",
  "the device of standard input": "validate /dev/stdin < spec.json",
  "the device of standard input, of a pipe": "validate /dev/stdin < <(cat spec.json)",
  "a substituted process": "validate <(cat spec.json)",
};

for (const [way, words] of Object.entries(WAYS)) {
  Deno.test({
    name: `the executables' permissions suffice for a spec from ${way}`,
    ignore: Deno.build.os === "windows",
    fn: () =>
      inTemporaryFolder(async (cwd) => {
        Deno.writeTextFileSync(join(cwd, "spec.json"), SPEC);
        const program = [
          Deno.execPath(),
          "run",
          "--quiet",
          ...CLI.permissions,
          join(ROOT, "cli.ts"),
        ];
        const script = `"$@" ${words}`;
        const ended = await runToEnd(["bash", "-c", script, "bash", ...program], {
          cwd,
          env: cliEnvironment(),
        });
        equal(ended.stderr, "");
        equal(ended.stdout, "Valid: 1 route, 1 endpoint\n");
      }),
  });
}

interface Lacking {
  readonly words: readonly string[];
  readonly granted: readonly string[];
  readonly stderr: string;
}

const LACKING: readonly Lacking[] = [
  {
    words: ["validate", "spec.json"],
    granted: ["--allow-env"],
    stderr: "Error: Cannot read 'spec.json' (Deno needs --allow-read).\n",
  },
  {
    words: ["generate", "api", "shop", "--json", "spec.json"],
    granted: ["--allow-env", "--allow-read"],
    stderr:
      "Error: Cannot write 'shop/.dockerignore' (Deno needs --allow-write); nothing was changed.\n",
  },
  {
    words: ["serve", "--port", "0"],
    granted: ["--allow-env", "--allow-read", "--allow-write"],
    stderr: "Error: Cannot listen on 127.0.0.1:0 (Deno needs --allow-net).\n",
  },
];

for (const { words, granted, stderr } of LACKING) {
  Deno.test(`layerwright ${words[0]} names the missing Deno permission`, () =>
    inTemporaryFolder(async (cwd) => {
      Deno.writeTextFileSync(join(cwd, "spec.json"), SPEC);
      const options = ["run", "--quiet", "--no-prompt", ...granted];
      const ended = await runToEnd([Deno.execPath(), ...options, join(ROOT, "cli.ts"), ...words], {
        cwd,
        env: { ...cliEnvironment(), XDG_CONFIG_HOME: cwd },
      });
      deepEqual(ended, { code: 1, stdout: "", stderr });
    }));
}
