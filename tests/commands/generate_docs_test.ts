/** `generate docs`, `remove docs` and `export openapi --docs` on the command line. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

/** Returns a project without its history, which undone commands leave. */
function withoutHistory(tree: ReturnType<typeof readTree>): object {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !path.includes(".layerwright/history")),
  );
}

Deno.test("generate docs previews, writes, and is undone and removed without a trace", () =>
  inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const run = (...args: readonly string[]) => runHere(args, { cwd });
    const before = readTree(cwd);
    match(
      (await run("generate", "docs", "--dry-run")).stdout,
      /^Would add the API's documentation/,
    );
    match((await run("generate", "docs", "--diff")).stdout, /^diff --git/m);
    deepEqual(readTree(cwd), before);
    const { code, stdout } = await run("generate", "docs");
    equal(code, 0);
    match(stdout, /^Added the API's documentation: \/-\/docs, \/-\/openapi\.json\n/);
    match((await run("undo")).stdout, /^Undid 'generate docs'/);
    deepEqual(withoutHistory(readTree(cwd)), withoutHistory(before));
    await run("redo");
    match((await run("remove", "docs")).stdout, /^Removed the API's documentation\n/);
    deepEqual(withoutHistory(readTree(cwd)), withoutHistory(before));
    const again = await run("remove", "docs");
    deepEqual([again.code, again.stdout], [1, ""]);
    match(again.stderr, /^Error: This project has no documentation to remove\.\nHint: /);
  }));

Deno.test("status calls an older document drift, and export openapi --docs renews it", () =>
  inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const run = (...args: readonly string[]) => runHere(args, { cwd });
    const missing = await run("export", "openapi", "--docs");
    deepEqual([missing.code, missing.stdout], [1, ""]);
    await run("generate", "docs");
    const document = join(cwd, "api/openapi/orders.json");
    const text = Deno.readTextFileSync(document);
    Deno.writeTextFileSync(document, `<<<<<<< HEAD\n${text}`);
    const status = await run("status");
    equal(status.code, 1);
    match(
      status.stdout,
      /problem {2}api\/openapi\/orders\.json:1 {2}is older than the code\n +layerwright export openapi --docs\n/,
    );
    const { code, stdout } = await run("export", "openapi", "--docs");
    deepEqual([code, stdout], [
      0,
      "Renewed the API's documentation\n\n  update  api/openapi/orders.json\n",
    ]);
    equal(Deno.readTextFileSync(document), text);
    equal((await run("status")).code, 0);
    const usage = await run("export", "openapi", "--docs", "-o", "x.json");
    equal(usage.code, 2);
  }));
