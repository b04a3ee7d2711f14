/** `adopt`: its output and its arguments. */

import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { readTree } from "../workspace/tree.ts";
import { inCodeFolder, specText } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

const SERVICE = "shop/api/services/products_service.py";

/** Gives a test a folder with `shop`, which lost its records. */
function withLostRecords(test: (folder: string) => Promise<void>): Promise<void> {
  return inCodeFolder(async (folder) => {
    Deno.removeSync(join(folder, "shop/.layerwright"), { recursive: true });
    await test(folder);
  });
}

const CALLS: readonly (readonly [args: readonly string[], cwd: string])[] = [
  [["adopt", "--spec", "../shop.json"], "shop"],
  [["adopt", "--json", "../../shop.json"], "shop/api"],
  [["-C", "shop", "adopt", "--spec", "-"], "."],
];

for (const [args, cwd] of CALLS) {
  Deno.test(`${args.join(" ")} in ${cwd} records the project`, async () => {
    await withLostRecords(async (folder) => {
      const options = { cwd: join(folder, cwd), stdin: specText("shop.json") };
      const result = await runHere(args, options);
      const stdout = "Adopted project 'shop': 11 generated endpoints\n";
      deepEqual(result, { code: 0, stdout, stderr: "" });
      const status = ["status", "--spec", "../shop.json"];
      equal((await runHere(status, { cwd: join(folder, "shop") })).code, 0);
    });
  });
}

Deno.test("adopt lists the endpoints that are not as generated", async () => {
  await withLostRecords(async (folder) => {
    const path = join(folder, SERVICE);
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text.replace("def get(self)", "def get(self, page: int = 1)"));
    const { stdout } = await runHere(["adopt", "--spec", "../shop.json"], {
      cwd: join(folder, "shop"),
    });
    match(
      stdout,
      /: 11 endpoints, 10 generated, 1 edited\n\n {2}edited {2}GET {2}\/products {2}api\/services\/products_service.py:\d+\n$/,
    );
  });
});

Deno.test("adopt --dry-run and --diff write nothing", async () => {
  await withLostRecords(async (folder) => {
    const cwd = join(folder, "shop");
    const before = readTree(folder);
    const { stdout } = await runHere(["adopt", "--spec", "../shop.json", "--dry-run"], { cwd });
    match(stdout, /^Would adopt project 'shop'/);
    const patch = await runHere(["adopt", "--spec", "../shop.json", "--diff"], { cwd });
    match(patch.stdout, /^diff --git a\/\.layerwright\/\.gitattributes/);
    deepEqual(readTree(folder), before);
  });
});

const FAILURES: readonly (readonly [args: readonly string[], code: number, stderr: RegExp])[] = [
  [["adopt"], 2, /^Error: Missing option '--spec <spec_file>'\.\nUsage: layerwright adopt/],
  [["adopt", "--spec", "none.json"], 1, /^Error: Cannot read 'none\.json' \(/],
  [["adopt", "--spec", "../broken.json"], 1, /^Error: /],
  [["adopt", "--spec", "../minimal.json"], 1, /^Error: Project 'shop' has no code that '\.\.\/m/],
];

for (const [args, code, stderr] of FAILURES) {
  Deno.test(`${args.join(" ")} fails and writes nothing`, async () => {
    await withLostRecords(async (folder) => {
      const before = readTree(folder);
      const result = await runHere(args, { cwd: join(folder, "shop") });
      equal(result.code, code);
      equal(result.stdout, "");
      match(result.stderr, stderr);
      deepEqual(readTree(folder), before);
    });
  });
}

Deno.test("adopt refuses a project with records, and says what to do", async () => {
  await inCodeFolder(async (folder) => {
    const args = ["adopt", "--spec", "../shop.json"];
    const { code, stderr } = await runHere(args, { cwd: join(folder, "shop") });
    equal(code, 3);
    match(stderr, /^Error: Project 'shop' already has records; nothing was written\.\nHint: /);
  });
});

for (const args of [["generate", "api"], ["generate", "api", "."], ["generate", "api", "shop"]]) {
  Deno.test(`${args.join(" ")} in a project without records suggests adopt`, async () => {
    await withLostRecords(async (folder) => {
      const isAbove = args[2] === "shop";
      const options = { cwd: isAbove ? folder : join(folder, "shop") };
      const spec = isAbove ? "shop.json" : "../shop.json";
      const { code, stderr } = await runHere([...args, "--json", spec], options);
      equal(code, 3);
      match(stderr.replaceAll(/\s+/g, " "), /'layerwright adopt --spec <file>'/);
    });
  });
}
