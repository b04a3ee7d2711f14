/** Recovery by the next command after one was killed, tested only through the command line. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { testedApp } from "../http/tested_app.ts";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder, specText } from "./code_folder.ts";
import { CLI_COMMAND, cliEnvironment, runCli, runToEnd } from "./run_cli.ts";
import { runHere } from "./run_here.ts";

/** Runs a command, and kills the command when it renames its n-th file. */
async function killAtRename(args: readonly string[], cwd: string, nth: number): Promise<void> {
  const inject = `inject=rename:signal=KILL:when=${nth}`;
  const strace = ["strace", "-o", "/dev/null", "-e", "trace=rename", "-e", inject];
  const command = [...strace, ...CLI_COMMAND, ...args];
  const { code } = await runToEnd(command, { cwd, env: cliEnvironment() });
  equal(code, 128 + 9, "killed");
}

const PREVIEWS = [
  ["status", "--all"],
  ["status", "orders"],
  ["generate", "route", "refunds", "--dry-run"],
  ["generate", "route", "refunds", "--diff"],
  ["generate", "api", "--json", "../shop.json", "--dry-run"],
];

Deno.test("a preview after a killed command shows the previous project and writes nothing", async () => {
  await inCodeFolder(async (folder) => {
    const shop = join(folder, "shop");
    const whole = await Promise.all(PREVIEWS.map((words) => runHere(words, { cwd: shop })));
    await killAtRename(["generate", "route", "invoices"], shop, 3);
    const killed = readTree(folder);
    const half = await Promise.all(PREVIEWS.map((words) => runHere(words, { cwd: shop })));
    deepEqual(readTree(folder), killed);
    const notice = "Showing the project as it was before an interrupted run\n" +
      "Hint: Patches apply once a command that writes has rolled back that run\n";
    deepEqual(half, whole.map((each) => ({ ...each, stderr: notice + each.stderr })));
  });
});

Deno.test("a read-only tool shows the project as it was before a killed command", async () => {
  await inCodeFolder(async (folder) => {
    const shop = join(folder, "shop");
    const calls = [
      { tool: "analyze_project", args: { project: "shop" } },
      { tool: "get_project_info", args: { project: "shop" } },
      { tool: "check_route_exists", args: { project: "shop", route: "orders" } },
      { tool: "generate_route", args: { project: "shop", route: "refunds", dry_run: true } },
      {
        tool: "generate_api",
        args: { project: "shop", spec: specText("shop.json"), dry_run: true },
      },
    ];
    const answers = async (readOnly: boolean) => {
      const app = testedApp(folder, { readOnly });
      const reports = calls.filter(({ tool }) => !readOnly || !tool.startsWith("generate"))
        .map(async ({ tool, args }) => (await app.call(tool, args)).report);
      return await Promise.all(reports);
    };
    const whole = [...await answers(false), ...await answers(true)];
    await killAtRename(["generate", "route", "invoices"], shop, 3);
    const killed = readTree(folder);
    const half = [...await answers(false), ...await answers(true)];
    deepEqual(readTree(folder), killed);
    const told = half.map(({ diagnostics = [] }) => diagnostics.map(({ code }) => code));
    deepEqual(told.filter((codes) => !codes.includes("run-interrupted")), []);
    const rest = half.map(({ diagnostics: _, ...report }) => report);
    deepEqual(rest, whole.map(({ diagnostics: _, ...report }) => report));
  });
});

Deno.test("layerwright generate route rolls back a killed command", async () => {
  await inCodeFolder(async (folder) => {
    const shop = join(folder, "shop");
    await killAtRename(["generate", "route", "invoices"], shop, 3);
    const { code, stderr } = await runCli(["generate", "route", "refunds"], { cwd: shop });
    equal(code, 0);
    match(stderr, /^Undid an interrupted run$/m);
    const { code: again, stderr: quiet } = await runHere(["status"], { cwd: shop });
    deepEqual([again, quiet], [0, ""]);
  });
});

Deno.test("generate api succeeds after a run that was killed while filling an empty folder", async () => {
  await inCodeFolder(async (folder) => {
    Deno.mkdirSync(join(folder, "new"));
    const args = ["generate", "api", "new", "--json", "shop.json"];
    await killAtRename(args, folder, 4);
    const { code, stderr } = await runCli(args, { cwd: folder });
    deepEqual([code, stderr], [0, "Undid an interrupted run\n"]);
    const { code: clean } = await runHere(["status", "health"], { cwd: join(folder, "new") });
    equal(clean, 0);
  });
});
