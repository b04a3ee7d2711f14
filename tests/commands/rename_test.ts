/** `rename`: its changes, its refusals, and the code that it leaves. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

Deno.test("rename route renames files and code, and an old spec does not bring the name back", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const { code, stdout } = await runHere(["rename", "route", "orders", "purchases"], { cwd });
    equal(code, 0);
    match(stdout, /^Renamed route 'orders' to 'purchases': \d files?, \d endpoints? now under/);
    match(
      stdout,
      /\n {2}rename {2}api\/routes\/orders_route\.py +-> {2}api\/routes\/purchases_route\.py\n/,
    );
    const left = Object.keys(readTree(cwd)).filter((path) => path.includes("orders"));
    deepEqual(left, []);
    const again = await runHere(["generate", "api", "--json", "../shop.json"], { cwd });
    match(again.stdout, /^Nothing to do/);
    match(again.stderr, /'orders' in the spec is 'purchases' in the project/);
  });
});

Deno.test("rename subroute names the mentions that it leaves", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    Deno.writeTextFileSync(join(cwd, "api/links.py"), 'SALE = "/products/featured"\n');
    const args = ["rename", "subroute", "products", "featured", "promoted"];
    const { code, stdout, stderr } = await runHere(args, { cwd });
    equal(code, 0);
    match(stdout, /\/products\/featured +-> {2}\/products\/promoted$/m);
    match(
      stderr,
      /Left 1 mention of the old name:\n {2}api\/links\.py:1 {2}"\/products\/featured"/,
    );
    ok(Deno.readTextFileSync(join(cwd, "api/routes/products_route.py")).includes('("/promoted")'));
  });
});

Deno.test("rename writes nothing with --dry-run or --diff, or for a name that is taken", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const before = readTree(folder);
    const planned = await runHere(["rename", "route", "orders", "purchases", "--dry-run"], { cwd });
    match(planned.stdout, /^Would rename route 'orders' to 'purchases'/);
    const patch = await runHere(["rename", "route", "orders", "purchases", "--diff"], { cwd });
    match(patch.stdout, /^diff --git /);
    for (const [name, exitCode] of [["products", 3], ["Orders", 3], ["a-b", 1]] as const) {
      equal((await runHere(["rename", "route", "orders", name], { cwd })).code, exitCode, name);
    }
    equal((await runHere(["rename", "route", "nothing", "x"], { cwd })).code, 1);
    equal((await runHere(["rename", "route", "orders"], { cwd })).code, 2);
    deepEqual(readTree(folder), before);
  });
});
