/** A command that was killed, and whatever comes next: judged through the command line alone. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { CLI_COMMAND, cliEnvironment, runCli, runToEnd } from "./run_cli.ts";

/** Runs a command, and kills it when it renames its n-th file. */
async function killAtRename(args: readonly string[], cwd: string, nth: number): Promise<void> {
  const inject = `inject=rename:signal=KILL:when=${nth}`;
  const strace = ["strace", "-o", "/dev/null", "-e", "trace=rename", "-e", inject];
  const command = [...strace, ...CLI_COMMAND, ...args];
  const { code } = await runToEnd(command, { cwd, env: cliEnvironment() });
  equal(code, 128 + 9, "killed");
}

const NEXT_COMMANDS = [
  { words: ["analyze"], changes: false },
  { words: ["check", "orders"], changes: false },
  { words: ["generate", "route", "refunds", "--dry-run"], changes: false },
  { words: ["generate", "route", "refunds"], changes: true },
];

for (const { words, changes } of NEXT_COMMANDS) {
  Deno.test(`layerwright ${words.join(" ")} undoes a command that was killed`, async () => {
    await inCodeFolder(async (folder) => {
      const shop = join(folder, "shop");
      const before = readTree(shop);
      await killAtRename(["generate", "route", "invoices"], shop, 3);
      const { code, stderr } = await runCli(words, { cwd: shop });
      equal(code, 0);
      match(stderr, /^Undid an interrupted run$/m);
      const { code: again, stderr: quiet } = await runCli(["info"], { cwd: shop });
      deepEqual([again, quiet], [0, ""]);
      if (!changes) deepEqual(readTree(shop), before);
    });
  });
}

Deno.test("generate api goes on after it was killed while it filled an empty folder", async () => {
  await inCodeFolder(async (folder) => {
    Deno.mkdirSync(join(folder, "new"));
    const args = ["generate", "api", "new", "--json", "shop.json"];
    await killAtRename(args, folder, 4);
    const { code, stderr } = await runCli(args, { cwd: folder });
    deepEqual([code, stderr], [0, "Undid an interrupted run\n"]);
    const { code: check } = await runCli(["check", "health"], { cwd: join(folder, "new") });
    equal(check, 0);
  });
});
