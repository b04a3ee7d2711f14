import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { age } from "../../presentation/present_history.ts";
import { copyProject } from "../projects/hand_edited_project.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readProject, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

Deno.test("log, show, undo and redo name what a command did", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runHere(args, { cwd });
      return { code, stdout: stdout.replace(/chg_[0-9a-z]{8}/g, "chg_8f2kq0rz"), stderr };
    };
    const before = readProject(cwd);
    await run("generate", "route", "refunds");
    const { stdout } = await runHere(["log"], { cwd });
    const [id = ""] = stdout.split(" ");
    const log = await run("log");
    deepEqual({ ...log, stdout: log.stdout.split("\n")[0] }, {
      code: 0,
      stdout: "chg_8f2kq0rz  just now  generate route refunds  5 files, 1 endpoint",
      stderr: "",
    });
    const shown = await run("show", id);
    equal(shown.stdout.split("\n")[0], "generate route refunds");
    match(shown.stdout, /^ {2}create {2}api\/routes\/refunds_route\.py$/m);
    const patch = await run("show", id, "--diff");
    match(patch.stdout, /^diff --git a\/(?:.*\/)?api\/repositories\/refunds_repository\.py /);
    deepEqual(await run("undo"), {
      code: 0,
      stdout: "Undid 'generate route refunds': 5 files are as they were. " +
        "Back again: layerwright redo\n",
      stderr: "",
    });
    deepEqual(readProject(cwd), before);
    match((await run("log")).stdout, /, undone$/m);
    equal((await run("redo")).stdout, "Redid 'generate route refunds': 5 files\n");
    equal((await run("redo")).stdout, "Nothing to redo\n");
  });
});

Deno.test("undo shows a command with quotes in backquotes", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    await runHere(["generate", "route", "refunds", "--mock", '{"id": 2}'], { cwd });
    const { stdout } = await runHere(["undo"], { cwd });
    match(
      stdout,
      /^Undid `generate route refunds --mock '\{"id": 2\}'`: 6 files are as they were\./,
    );
  });
});

Deno.test("undo writes nothing with --dry-run and --diff, and refuses an unknown id", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    await runHere(["generate", "route", "refunds"], { cwd });
    const before = readProject(cwd);
    const planned = await runHere(["undo", "--dry-run"], { cwd });
    match(planned.stdout, /^Would undo 'generate route refunds': 5 files\n/);
    const { stdout, code } = await runHere(["undo", "--diff"], { cwd });
    equal(code, 0);
    match(stdout, /^--- a\/api\/routes\/refunds_route\.py\n\+\+\+ \/dev\/null$/m);
    const unknown = await runHere(["undo", "chg_00000000"], { cwd });
    equal(unknown.code, 1);
    match(unknown.stderr, /^Error: No change 'chg_00000000' in the history of this project\.\n/);
    deepEqual(readProject(cwd), before);
  });
});

Deno.test("undo shows the definitions that changed since, exits with 3, and keeps them", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    await runHere(["generate", "route", "refunds"], { cwd });
    const path = "api/services/refunds_service.py";
    const text = Deno.readTextFileSync(join(cwd, path));
    writeFiles(cwd, { [path]: text.replace("is working!", "works.") });
    const before = readProject(cwd);
    const refused = await runHere(["undo"], { cwd });
    equal(refused.code, 3);
    match(refused.stderr, /^Error: Cannot undo 'generate route refunds': 1 file changed since\./);
    match(refused.stderr, /^-.*route works\."$/m);
    match(refused.stderr, /--keep-edited keeps these edits and undoes the rest/);
    deepEqual(readProject(cwd), before);
    const kept = await runHere(["undo", "--keep-edited"], { cwd });
    equal(kept.code, 0);
    match(kept.stdout, /^ {2}api\/services\/refunds_service\.py keeps your changes$/m);
  });
});

Deno.test("an undo of a renaming names the renaming that keeps later edits", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    for (
      const { args, path, back } of [
        {
          args: "route orders sales",
          path: "api/services/sales_service.py",
          back: "route sales orders",
        },
        {
          args: "subroute products featured best",
          path: "api/services/products_service.py",
          back: "subroute products best featured",
        },
      ]
    ) {
      equal((await runHere(["rename", ...args.split(" ")], { cwd })).code, 0);
      const text = Deno.readTextFileSync(join(cwd, path));
      writeFiles(cwd, { [path]: text.replaceAll("return ", "return None or ") });
      const { code, stderr } = await runHere(["undo"], { cwd });
      equal(code, 3);
      ok(
        stderr.replaceAll(/\n {6}/g, " ").includes(`Hint: 'layerwright rename ${back}' renames`),
        stderr,
      );
      equal((await runHere(["rename", ...back.split(" ")], { cwd })).code, 0);
    }
  });
});

Deno.test("remove prints the command that undoes it", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const { stdout } = await runHere(["remove", "route", "orders"], { cwd });
    match(stdout, /\nUndo: layerwright undo\n$/);
    equal((await runHere(["undo"], { cwd })).code, 0);
  });
});

Deno.test("undo works in a project that Layerwright did not generate", async () => {
  await inTemporaryFolder(async (folder) => {
    const cwd = copyProject("compact", folder);
    const before = readProject(cwd);
    const args = ["generate", "subroute", "products", "sale"];
    equal((await runHere(args, { cwd })).code, 0);
    equal((await runHere(["undo"], { cwd })).code, 0);
    deepEqual(readProject(cwd), before);
  });
});

const AGES: readonly (readonly [seconds: number, text: string])[] = [
  [-5, "just now"],
  [59, "just now"],
  [60, "1 minute ago"],
  [7_199, "1 hour ago"],
  [86_400, "yesterday"],
  [5 * 86_400, "5 days ago"],
  [40 * 86_400, "2026-01-01"],
];

for (const [seconds, text] of AGES) {
  Deno.test(`log shows a change of ${seconds} seconds ago as ${text}`, () => {
    const time = Date.UTC(2026, 0, 1);
    equal(age(time, time + seconds * 1000), text);
  });
}
