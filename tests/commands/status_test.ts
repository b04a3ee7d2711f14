/** `status`: its exit codes, and its output for people, programs and GitHub. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { analyzeProject, createDiskWorkspace, getProjectInfo } from "../../mod.ts";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder, specText } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

const ROUTE = "api/routes/products_route.py";

/** Changes the path of a handler in `shop`. */
function changePath(folder: string): void {
  const path = join(folder, "shop", ROUTE);
  const text = Deno.readTextFileSync(path);
  Deno.writeTextFileSync(path, text.replace('"/featured"', '"/<int:product_id>"'));
}

Deno.test("status exits with 0 if nothing differs, and lists everything with --all", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const short = await runHere(["status", "--spec", "../shop.json"], { cwd });
    deepEqual(short, { code: 0, stdout: "shop: in order. 11 endpoints\n", stderr: "" });
    const { stdout } = await runHere(["status", "--all"], { cwd });
    equal(stdout.match(/^ {2}same {2}/gm)?.length, 11);
    const source = await Deno.readTextFile(join(cwd, "api/routes/orders_route.py"));
    const line = source.split("\n").indexOf('@orders_bp.get("")') + 1;
    match(stdout, new RegExp(`^ +same +GET +/orders +api/routes/orders_route\\.py:${line}$`, "m"));
    match(
      stdout,
      /^ {2}Generator {3}layerwright \d.*\n {2}Models {6}Health, .*\n {2}Containers {2}/m,
    );
  });
});

Deno.test("status --all lists the endpoints of a large project, too", async () => {
  await inCodeFolder(async (folder) => {
    const names = Array.from({ length: 30 }, (_, index) => `list_${index}`);
    const routes = Object.fromEntries(names.map((name) => [name, { type: "GET" }]));
    writeFiles(folder, { "large.json": JSON.stringify({ routes }) });
    await runHere(["generate", "api", "large", "--json", "large.json"], { cwd: folder });
    const { stdout } = await runHere(["-C", "large", "status", "--all"], { cwd: folder });
    equal(stdout.match(/^ {2}same {2}GET +\/list_/gm)?.length, names.length);
  });
});

Deno.test("status exits with 1 if an endpoint differs, and changes nothing", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    changePath(folder);
    const before = readTree(folder);
    const { code, stdout } = await runHere(["status"], { cwd });
    equal(code, 1);
    match(stdout, /^shop: 1 of 11 endpoints differs from what was generated\n/);
    match(
      stdout,
      /^ {2}changed {2}GET {2}\/products\/\{product_id:int\} {2}was \/products\/featured$/m,
    );
    deepEqual(readTree(folder), before);
  });
});

Deno.test("status prints annotations for GitHub", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    changePath(folder);
    const { code, stdout } = await runHere(["status", "--format", "github"], { cwd });
    const none = await runHere(["status", "orders", "--format", "github"], { cwd });
    equal(none.stdout, "");
    equal(code, 1);
    equal(
      stdout,
      `::error file=${ROUTE},line=23::changed: GET /products/{product_id:int} ` +
        "was /products/featured\n",
    );
  });
});

Deno.test("status reports its states to programs", async () => {
  await inCodeFolder(async (folder) => {
    writeFiles(folder, {
      "more.json": specText("shop.json").replace(
        '"routes": {',
        '"routes": { "refunds": { "type": "GET" },',
      ),
    });
    const args = ["--report", "status", "--spec", "../more.json"];
    const { code, stdout } = await runHere(args, { cwd: join(folder, "shop") });
    equal(code, 1);
    const { status, data, next } = JSON.parse(stdout);
    equal(status, "unchanged");
    equal(data.drift, 1);
    deepEqual(next, ["layerwright generate api --json ../more.json --dry-run"]);
    const [first] = data.endpoints;
    deepEqual(first, {
      state: "new",
      route: "refunds",
      method: "GET",
      path: "/refunds",
      file: null,
      line: null,
      code: null,
      note: "",
    });
  });
});

Deno.test("status of an unknown route suggests a similar route", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const { code, stderr } = await runHere(["status", "product"], { cwd });
    equal(code, 1);
    equal(stderr, "Error: Route 'product' does not exist.\nHint: Did you mean 'products'?\n");
    const own = await runHere(["status", "carts", "--all"], { cwd });
    equal(own.code, 0);
    match(own.stdout, /^carts: in order\. 2 endpoints\n\n {2}same {2}POST {2}\/carts {2,}api\//);
  });
});

Deno.test("status exits with 1 if a file does not parse", async () => {
  await inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    writeFiles(folder, { "shop/api/services/carts_service.py": "def broken(:\n" });
    const { code, stdout } = await runHere(["status"], { cwd });
    equal(code, 1);
    match(stdout, /^shop: .*11 endpoints.*, 1 problem\n/);
    match(stdout, /^ {2}problem {2}api\/services\/carts_service\.py:1 {2}/m);
    equal((await runHere(["status", "carts"], { cwd })).code, 1);
    const other = await runHere(["status", "products"], { cwd });
    deepEqual([other.code, other.stdout.split("\n")[0]], [0, "products: in order. 5 endpoints"]);
  });
});

Deno.test("status suggests a command for the folder of --directory", async () => {
  await inCodeFolder(async (folder) => {
    changePath(folder);
    const args = ["-C", "shop", "status", "--spec", "../shop.json"];
    const { stdout } = await runHere(args, { cwd: folder });
    match(stdout, /^Next: layerwright -C shop generate api --json \.\.\/shop\.json --dry-run$/m);
  });
});

Deno.test("status agrees with the library's other functions", async () => {
  await inCodeFolder(async (folder) => {
    const root = join(folder, "shop");
    const workspace = createDiskWorkspace(root);
    const { data } = JSON.parse((await runHere(["--report", "status"], { cwd: root })).stdout);
    const analysis = (await analyzeProject(workspace, "shop")).data;
    deepEqual({ ...data, ...analysis }, data);
    const { routes: _, ...info } = (await getProjectInfo(workspace, "shop")).data ?? {};
    deepEqual({ ...data, ...info }, data);
  });
});
