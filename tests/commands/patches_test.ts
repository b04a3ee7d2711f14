/** What `--diff` prints is a patch that does what the command does. */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { cliEnvironment, runCli, runToEnd } from "./run_cli.ts";

interface Patched {
  readonly behaviour: string;
  readonly cwd: string;
  readonly args: readonly string[];
  /** Rewrites every file of the project before. */
  readonly rewrite?: (text: string) => string;
}

const SUBROUTE = ["generate", "subroute", "products", "sale", "--mock", '[{"id": 1}]'];

const PATCHED: readonly Patched[] = [
  {
    behaviour: "a new project, empty files and all",
    cwd: ".",
    args: ["generate", "api", "new", "--json", "shop.json"],
  },
  {
    behaviour: "a project with a name that git quotes",
    cwd: ".",
    args: ["generate", "api", "ny b\u00e5t", "--json", "minimal.json"],
  },
  {
    behaviour: "a route",
    cwd: "shop",
    args: ["generate", "route", "refunds", "--mock", '{"a": 1}'],
  },
  { behaviour: "a subroute", cwd: "shop", args: SUBROUTE },
  {
    behaviour: "a subroute with a mock in a file",
    cwd: "shop",
    args: ["generate", "subroute", "orders", "late", "--mock", JSON.stringify("x".repeat(20_000))],
  },
  {
    behaviour: "a subroute in files with CRLF",
    cwd: "shop",
    args: SUBROUTE,
    rewrite: (text) => text.replaceAll("\n", "\r\n"),
  },
  {
    behaviour: "a subroute in files without a line break at their end",
    cwd: "shop",
    args: SUBROUTE,
    rewrite: (text) => text.replace(/\n$/, ""),
  },
];

for (const { behaviour, cwd, args, rewrite } of PATCHED) {
  Deno.test(`git apply makes of --diff ${behaviour}`, async () => {
    const [planned, applied] = [[...args, "--dry-run", "--diff"], [...args, "--diff"]];
    const [byPatch, byCommand] = await Promise.all([
      changedTree(cwd, rewrite, async (folder) => {
        const { stdout } = await runCli(planned, { cwd: folder });
        await gitApply(stdout, folder);
        return stdout;
      }),
      changedTree(cwd, rewrite, async (folder) => {
        const { code, stdout } = await runCli(applied, { cwd: folder });
        equal(code, 0);
        return stdout;
      }),
    ]);
    equal(byPatch.patch, byCommand.patch);
    deepEqual(byPatch.tree, byCommand.tree);
  });
}

async function changedTree(
  cwd: string,
  rewrite: Patched["rewrite"],
  change: (folder: string) => Promise<string>,
) {
  return await inCodeFolder(async (code) => {
    const folder = join(code, cwd);
    if (rewrite !== undefined) rewritePython(folder, rewrite);
    const patch = await change(folder);
    return { patch, tree: readTree(code) };
  });
}

function rewritePython(folder: string, rewrite: (text: string) => string): void {
  for (const path of Object.keys(readTree(folder)).filter((each) => each.endsWith(".py"))) {
    writeFiles(folder, { [path]: rewrite(Deno.readTextFileSync(join(folder, path))) });
  }
}

async function gitApply(patch: string, cwd: string): Promise<void> {
  const env = {
    ...cliEnvironment(),
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_SYSTEM: "/dev/null",
  };
  const { code, stderr } = await runToEnd(["git", "apply", "-"], { cwd, env, stdin: patch });
  // git warns of trailing blanks, which CRLF files are full of.
  equal(code, 0, stderr);
}
