/** `remove`: its changes, its refusals, and the code that it leaves. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

const SERVICE = "api/services/products_service.py";

Deno.test("remove route deletes a route's files, and its endpoints do not come back", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const { code, stdout } = await runHere(["remove", "route", "orders"], { cwd });
    equal(code, 0);
    match(stdout, /^Removed route 'orders'\n/);
    const files = Object.keys(readTree(cwd));
    deepEqual(files.filter((path) => path.includes("orders")), [".layerwright/routes/orders"]);
    const again = await runHere(["generate", "api", "--json", "../shop.json"], { cwd });
    match(again.stdout, /^Nothing to do: 8 endpoints/);
  });
});

Deno.test("remove subroute refuses to discard edits, and names the options", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const path = join(cwd, SERVICE);
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(
      path,
      text.replace("def get_featured(self)", "def get_featured(self, *_)"),
    );
    const before = readTree(folder);
    const args = ["remove", "subroute", "products", "featured"];
    const refused = await runHere(args, { cwd });
    equal(refused.code, 3);
    const [first, row] = refused.stderr.split("\n");
    equal(first, "Error: GET /products/featured has code of yours. Nothing was removed.");
    match(row ?? "", /^ {2}api\/services\/products_service\.py:\d+ {2}get_featured {2}edited$/);
    match(refused.stderr, /--keep-edited removes the rest/);
    deepEqual(readTree(folder), before);
    const kept = await runHere([...args, "--keep-edited"], { cwd });
    equal(kept.code, 0);
    ok(Deno.readTextFileSync(path).includes("def get_featured(self, *_)"));
  });
});

Deno.test("remove route shows edited files without a header that git would apply", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    Deno.writeTextFileSync(join(cwd, SERVICE), "# mine\n", { append: true });
    const text = Deno.readTextFileSync(join(cwd, SERVICE));
    Deno.writeTextFileSync(
      join(cwd, SERVICE),
      text.replace("def get_featured(self)", "def get_featured(self, *_)"),
    );
    const { code, stderr } = await runHere(["remove", "route", "products"], { cwd });
    equal(code, 3);
    match(stderr, /^--- a\/api\/services\/products_service\.py$/m);
    doesNotMatch(stderr, /^(?:diff --git|deleted file mode)/m);
  });
});

Deno.test("remove writes nothing with --dry-run, and checks --type", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const before = readTree(folder);
    const args = ["remove", "subroute", "products", "featured"];
    const planned = await runHere([...args, "--dry-run"], { cwd });
    equal(planned.code, 0);
    match(planned.stdout, /^Would remove GET \/products\/featured\n/);
    equal((await runHere([...args, "--type", "PATCH"], { cwd })).code, 2);
    equal((await runHere([...args, "--type", "POST"], { cwd })).code, 1);
    deepEqual(readTree(folder), before);
  });
});

Deno.test("remove refuses a handler that serves another path, too", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const path = join(cwd, "api/routes/products_route.py");
    const text = Deno.readTextFileSync(path);
    const decorator = '@products_bp.get("/featured")\n';
    const other = '@products_bp.get("/best")\n';
    const edited = (decorators: string) => text.replace(decorator, decorators);
    for (const decorators of [other + decorator, decorator + other]) {
      Deno.writeTextFileSync(path, edited(decorators));
      const before = readTree(folder);
      const args = ["remove", "subroute", "products", "featured", "--force"];
      const { code, stderr } = await runHere(args, { cwd });
      equal(code, 3);
      match(
        stderr,
        /^Error: The handler of GET \/products\/featured serves \/products\/best, too\./,
      );
      const line = edited(decorators).split("\n").indexOf(other.trimEnd()) + 1;
      match(
        stderr,
        new RegExp(`decorator of /products/best in\\s+\\S*products_route\\.py:${line},`),
      );
      deepEqual(readTree(folder), before);
    }
    Deno.writeTextFileSync(path, edited(`${decorator}@products_bp.get("/featured/")\n`));
    const args = ["remove", "subroute", "products", "featured", "--force"];
    equal((await runHere(args, { cwd })).code, 0);
  });
});

Deno.test("remove --type refuses a handler that serves another method, too", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const path = join(cwd, "api/routes/products_route.py");
    const text = Deno.readTextFileSync(path);
    const methods = 'products_bp.route("/featured", methods=["GET", "PATCH"])';
    Deno.writeTextFileSync(path, text.replace('products_bp.get("/featured")', methods));
    const before = readTree(folder);
    const args = ["remove", "subroute", "products", "featured", "--type", "GET", "--force"];
    const { code, stderr } = await runHere(args, { cwd });
    equal(code, 3);
    match(stderr, /^Error: The handler of GET \/products\/featured serves GET and PATCH\./);
    deepEqual(readTree(folder), before);
  });
});
