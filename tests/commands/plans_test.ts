/** `--plan`, `show` and `apply` on the command line. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { readTree, writeFiles } from "../workspace/tree.ts";
import { inCodeFolder } from "./code_folder.ts";
import { runHere } from "./run_here.ts";

const SALE = ["generate", "subroute", "products", "sale", "--mock", '[{"id": 1.0}]'];

/** A command in the folder of the specs, and the project that it changes. */
const COMMANDS: readonly (readonly string[])[] = [
  ["generate", "api", "new", "--json", "shop.json"],
  ["-C", "shop", ...SALE],
  ["-C", "shop", "generate", "route", "refunds", "--type", "post"],
  ["-C", "shop", "generate", "api", "--json", "../minimal.json", "--prune"],
  ["-C", "shop", "generate", "docs"],
  ["-C", "shop", "remove", "route", "orders"],
  ["-C", "shop", "rename", "subroute", "products", "featured", "best"],
];

for (const args of COMMANDS) {
  const words = args.join(" ");

  Deno.test(`show names the command ${words}, and prints what its dry run prints`, () =>
    inCodeFolder(async (cwd) => {
      const before = readTree(cwd);
      const file = join(cwd, "plan.json");
      const planned = await runHere([...args, "--plan", file], { cwd });
      deepEqual([planned.code, planned.stderr], [0, ""]);
      match(planned.stdout, /^Planned: .*\. Nothing was written but .*\nReview: .*\nApply: /);
      const [title = ""] = planned.stdout.split(". Nothing");
      deepEqual({ ...readTree(cwd), "plan.json": undefined }, {
        ...before,
        "plan.json": undefined,
      });
      const at = args[0] === "-C" ? ["-C", "shop"] : [];
      const cases = [
        [[...args, "--dry-run"], [...at, "show", file]],
        [["--report", ...args, "--dry-run"], ["--report", ...at, "show", file]],
        [["--verbose", ...args, "--dry-run"], ["--verbose", ...at, "show", file]],
      ] as const;
      const { message } = JSON.parse(
        (await runHere(["--report", ...args, "--dry-run"], { cwd })).stdout,
      );
      for (const [command, show] of cases) {
        const { code, stdout, stderr } = await runHere(command, { cwd });
        const isJson = command[0] === "--report";
        const first = isJson ? JSON.stringify(title) : title;
        const shown = stdout.replace(isJson ? JSON.stringify(message) : message, () => first);
        const expected = { code, stdout: shown, stderr };
        deepEqual(await runHere(show, { cwd }), expected);
      }
      const patch = await runHere([...args, "--diff"], { cwd });
      deepEqual(await runHere([...at, "show", file, "--diff"], { cwd }), {
        ...patch,
        stderr: `${patch.stderr}${title}\n`,
      });
    }));

  Deno.test(`apply makes the changes of ${words}, once`, () =>
    inCodeFolder(async (cwd) => {
      const file = join(cwd, "plan.json");
      const at = args[0] === "-C" ? ["-C", "shop"] : [];
      await runHere([...args, "--plan", file], { cwd });
      const { code, stdout } = await runHere([...at, "apply", file], { cwd });
      equal(code, 0);
      match(stdout, /^Applied: /);
      equal(stdout.endsWith("\nUndo: layerwright undo\n"), args.includes("remove"));
      const applied = readTree(cwd);
      await inCodeFolder(async (other) => {
        equal((await runHere(args, { cwd: other })).code, 0);
        deepEqual(
          withoutHistory(readTree(other)),
          withoutHistory({ ...applied, "plan.json": undefined }),
        );
      });
      deepEqual(await runHere([...at, "apply", file], { cwd }), {
        code: 0,
        stdout: "Already applied. Nothing was written.\n",
        stderr: "",
      });
      deepEqual(readTree(cwd), applied);
    }));
}

/** Removes the history, whose ids and times differ in every run. */
function withoutHistory(tree: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(tree).filter(([path, content]) =>
      content !== undefined && !/\.layerwright\/(?:history|lock)/.test(path)
    ),
  );
}

Deno.test("a plan goes through pipes", () =>
  inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const { code, stdout, stderr } = await runHere([...SALE, "--plan", "-"], { cwd });
    equal(code, 0);
    match(
      stderr,
      /^Planned: generate subroute products sale .* 6 files\. Nothing was written\.\n$/,
    );
    const shown = await runHere(["show", "-", "--diff"], { cwd, stdin: stdout });
    equal(shown.stdout, (await runHere([...SALE, "--diff"], { cwd })).stdout);
    equal((await runHere(["apply", "-"], { cwd, stdin: stdout })).code, 0);
    match(Deno.readTextFileSync(join(cwd, "api/routes/products_route.py")), /def get_sale\(/);
    equal((await runHere(["apply", "-"], { cwd, stdin: `${stdout} ` })).code, 1);
  }));

Deno.test("a stale plan is refused with the files that changed, and can still be shown", () =>
  inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    await runHere([...SALE, "--plan", "../my plan.json"], { cwd });
    const shown = await runHere(["show", "../my plan.json", "--diff"], { cwd });
    await runHere(["generate", "subroute", "products", "first"], { cwd });
    const before = readTree(folder);
    const { code, stdout, stderr } = await runHere(["apply", "../my plan.json"], { cwd });
    deepEqual([code, stdout], [3, ""]);
    match(
      stderr,
      /^Error: Planning again gives another result: api\/repositories\/products_.* changed/,
    );
    match(
      stderr,
      /\n {2}Plan again: layerwright generate subroute products sale --mock '\[\{"id": 1\.0\}\]' --plan '\.\.\/my plan\.json'\n$/,
    );
    deepEqual(readTree(folder), before);
    deepEqual(await runHere(["show", "../my plan.json", "--diff"], { cwd }), shown);
    const again = await runHere([...SALE, "--plan", "../my plan.json"], { cwd });
    equal(again.code, 0, "an old plan is replaced");
    equal((await runHere(["apply", "../my plan.json"], { cwd })).code, 0);
  }));

Deno.test("a plan of a new project is applied where it was made, or beside its name", () =>
  inCodeFolder(async (folder) => {
    await runHere(["generate", "api", "new", "--json", "shop.json", "--plan", "new.json"], {
      cwd: folder,
    });
    const inside = await runHere(["apply", "../new.json"], { cwd: join(folder, "shop") });
    deepEqual([inside.code, inside.stdout], [3, ""]);
    match(inside.stderr, /inside project 'shop'/);
    equal((await runHere(["apply", "new.json"], { cwd: folder })).code, 0);
    ok(readTree(folder)["new/pyproject.toml"]);
    const again = await runHere(["apply", "../new.json"], { cwd: join(folder, "new") });
    match(again.stdout, /^Already applied/);
  }));

Deno.test("a plan of `generate api .` is applied in its folder", () =>
  inCodeFolder(async (folder) => {
    Deno.mkdirSync(join(folder, "here"));
    const cwd = join(folder, "here");
    const args = ["generate", "api", ".", "--json", "../shop.json"];
    equal((await runHere([...args, "--plan", "../plan.json"], { cwd })).code, 0);
    equal((await runHere(["apply", "../plan.json"], { cwd })).code, 0);
    ok(readTree(cwd)["pyproject.toml"]);
  }));

Deno.test("apply needs the project of the plan", () =>
  inCodeFolder(async (folder) => {
    await runHere([...SALE, "--plan", "../plan.json"], { cwd: join(folder, "shop") });
    Deno.mkdirSync(join(folder, "elsewhere"));
    const { code, stderr } = await runHere(["apply", "../plan.json"], {
      cwd: join(folder, "elsewhere"),
    });
    deepEqual([code, stderr.split("\n")[0]], [1, "Error: No project here or above."]);
  }));

const USAGE: readonly (readonly [readonly string[], RegExp])[] = [
  [[...SALE, "--plan", "p.json", "--dry-run"], /^Error: Cannot use '--plan' with '--dry-run'\./],
  [[...SALE, "--plan", "p.json", "--diff"], /^Error: Cannot use '--plan' with '--diff'\./],
  [["--report", ...SALE, "--plan", "-"], /^Error: Cannot use '--plan -' with '--report'\./],
  [[...SALE, "--plan"], /^Error: Missing value for option '--plan/],
  [["apply"], /^Error: Missing argument 'file'\./],
  [["show"], /^Error: Missing argument 'file'\./],
];

for (const [args, message] of USAGE) {
  Deno.test(`layerwright ${args.join(" ")} is a usage error`, () =>
    inCodeFolder(async (folder) => {
      const cwd = join(folder, "shop");
      const before = readTree(folder);
      const { code, stderr } = await runHere(args, { cwd });
      equal(code, 2);
      match(stderr, message);
      deepEqual(readTree(folder), before);
    }));
}

Deno.test("--plan overwrites no other file, and writes nothing into Layerwright's folder", () =>
  inCodeFolder(async (folder) => {
    const cwd = join(folder, "shop");
    const before = readTree(folder);
    const cases = [
      ["../shop.json", 3, /File '\.\.\/shop\.json' exists and is not a plan\./],
      [".layerwright/plan.json", 1, /only Layerwright itself writes to that folder/],
      [".layerwright/manifest", 1, /only Layerwright itself writes to that folder/],
      ["nowhere/plan.json", 1, /Cannot write 'nowhere\/plan\.json'/],
    ] as const;
    for (const [file, expected, message] of cases) {
      const { code, stderr } = await runHere([...SALE, "--plan", file], { cwd });
      equal(code, expected, stderr);
      match(stderr, message);
      deepEqual(readTree(folder), before);
    }
  }));

Deno.test("--plan refuses a path that the planned changes need", () =>
  inCodeFolder(async (cwd) => {
    const before = readTree(cwd);
    const route = ["-C", "shop", "generate", "route", "refunds", "--plan"];
    const api = ["generate", "api", "new", "--json", "shop.json", "--plan"];
    const cases = [
      [...route, "api/routes/refunds_route.py"],
      [...route, join(cwd, "shop/tests/../api/services/refunds_service.py")],
      [...api, "new"],
      [...api, "./new/"],
    ];
    for (const args of cases) {
      const { code, stdout, stderr } = await runHere(args, { cwd });
      deepEqual([code, stdout], [1, ""]);
      match(stderr, /^Error: Cannot write '.*' \(the plan needs that path\)\.\n/);
      deepEqual(readTree(cwd), before);
    }
  }));

Deno.test("--plan writes nothing if the command fails or is refused", () =>
  inCodeFolder(async (folder) => {
    const before = readTree(folder);
    for (const args of [["generate", "route", "no-name"], ["generate", "subroute", "none", "a"]]) {
      const cwd = join(folder, "shop");
      equal((await runHere([...args, "--plan", "../plan.json"], { cwd })).code, 1);
      deepEqual(readTree(folder), before);
    }
  }));

Deno.test("show and apply refuse a file that is not a plan, without reading it to its end", () =>
  inCodeFolder(async (cwd) => {
    writeFiles(cwd, { "empty.json": "" });
    for (const command of ["show", "apply"]) {
      for (
        const [file, message] of [
          ["shop.json", /Invalid plan 'shop\.json' \(it is not a plan of Layerwright\)\./],
          ["empty.json", /it is not a plan of Layerwright/],
          ["none.json", /Cannot read 'none\.json'/],
          ["shop", /Cannot read 'shop'/],
        ] as const
      ) {
        const { code, stderr } = await runHere([command, file], { cwd });
        equal(code, 1);
        match(stderr, message);
      }
    }
  }));
