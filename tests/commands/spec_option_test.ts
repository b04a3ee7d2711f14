/** The spec that a project records, so that commands need no `--spec`. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { dirname, join } from "node:path";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { readProject, readTree, writeFiles } from "../workspace/tree.ts";
import { runHere } from "./run_here.ts";

const SPEC = JSON.stringify({ routes: { orders: { type: "GET" } } });
const MORE = JSON.stringify({ routes: { orders: { type: "GET" }, users: { type: "GET" } } });
const MANIFEST = "shop/.layerwright/manifest";

/** Files that make a folder a git repository. */
const REPOSITORY = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/objects/x": "",
  ".git/refs/x": "",
};

/** Gives a test a repository with a spec, in a folder of its own. */
function inRepository(test: (folder: string) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (home) => {
    const folder = join(home, "code");
    writeFiles(folder, { ...REPOSITORY, "specs/shop.json": SPEC });
    await test(folder);
  });
}

/** Generates `shop` from a spec in the repository. */
async function generate(folder: string, spec = "specs/shop.json"): Promise<void> {
  const { code, stderr } = await runHere(["generate", "api", "shop", "--json", spec], {
    cwd: folder,
  });
  equal(code, 0, stderr);
}

/** Returns the recorded path; `null` if there is none. */
function recorded(folder: string): string | null {
  const text = Deno.readTextFileSync(join(folder, MANIFEST));
  return /^spec (.*)$/m.exec(text)?.[1] ?? null;
}

Deno.test("commands read the spec that the project records", async () => {
  await inRepository(async (folder) => {
    await generate(folder);
    equal(recorded(folder), "../specs/shop.json");
    writeFiles(folder, { "specs/shop.json": MORE });
    const before = readTree(folder);
    const status = await runHere(["status"], { cwd: join(folder, "shop") });
    equal(status.code, 1);
    match(status.stdout, /differs from \.\.\/specs\/shop\.json/);
    deepEqual(readTree(folder), before);
    for (
      const [args, cwd] of [[["generate", "api"], "shop/api"], [
        ["generate", "api", "shop"],
        ".",
      ]] as const
    ) {
      const { code, stdout } = await runHere([...args, "--dry-run"], { cwd: join(folder, cwd) });
      equal(code, 0);
      match(stdout, /1 endpoint added/);
    }
    equal((await runHere(["generate", "api"], { cwd: join(folder, "shop") })).code, 0);
    equal((await runHere(["status"], { cwd: join(folder, "shop") })).code, 0);
  });
});

/** Locations of the spec, and the path that the project records for each. */
const PLACES: readonly (readonly [
  what: string,
  spec: string,
  isRepository: boolean,
  recorded: string | null,
])[] = [
  ["beside the project, in a repository", "my shop.json", true, "../my shop.json"],
  ["in the project, in a repository", "shop/shop.json", true, "shop.json"],
  ["in the project, without a repository", "shop/shop.json", false, "shop.json"],
  ["beside the project, without a repository", "shop.json", false, null],
  ["outside of the repository", "../shop.json", true, null],
  ["in the repository, as a link to a file outside", "link.json", true, null],
  ["in a file with a line break in its name", "a\nb.json", true, null],
];

for (const [what, spec, isRepository, path] of PLACES) {
  Deno.test({
    name: `generate api records ${path === null ? "no spec" : "the spec"} ${what}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      await inTemporaryFolder(async (home) => {
        const folder = join(home, "code");
        writeFiles(folder, { ...(isRepository ? REPOSITORY : {}), "x/y": "" });
        if (spec === "link.json") {
          Deno.writeTextFileSync(join(home, "real.json"), SPEC);
          Deno.symlinkSync(join(home, "real.json"), join(folder, spec));
        } else {
          Deno.mkdirSync(dirname(join(folder, spec)), { recursive: true });
          Deno.writeTextFileSync(join(folder, spec), SPEC);
        }
        await generate(folder, spec);
        equal(recorded(folder), path);
      });
    },
  });
}

Deno.test("a path is recorded only together with other changes", async () => {
  await inRepository(async (folder) => {
    await generate(folder);
    writeFiles(folder, { "other.json": SPEC });
    const before = readTree(folder);
    await generate(folder, "other.json");
    deepEqual(readTree(folder), before);
    await runHere(["status", "--spec", "../other.json"], { cwd: join(folder, "shop") });
    deepEqual(readTree(folder), before);
    writeFiles(folder, { "other.json": MORE });
    await generate(folder, "other.json");
    equal(recorded(folder), "../other.json");
    const args = ["generate", "api", "shop", "--json", "-"];
    await runHere(args, { cwd: folder, stdin: MORE.replace("users", "carts") });
    equal(recorded(folder), "../other.json", "stdin has no path");
  });
});

/** Problems with the recorded spec, and the messages of commands. */
const PROBLEMS:
  readonly (readonly [what: string, change: (folder: string) => void, says: RegExp])[] = [
    [
      "is gone",
      (folder) => Deno.removeSync(join(folder, "specs/shop.json")),
      /^Error: The project's spec '\.\.\/specs\/shop\.json' does not exist\.\nHint: Name its new path with --spec\. The next change to the project records it\n$/,
    ],
    [
      "is a folder now",
      (folder) => {
        Deno.removeSync(join(folder, "specs/shop.json"));
        Deno.mkdirSync(join(folder, "specs/shop.json"));
      },
      /^Error: Cannot read '[^']*' \(Is a directory\)\.\nHint: Name another spec with --spec\n$/,
    ],
    [
      "is a link out of the repository now",
      (folder) => {
        Deno.removeSync(join(folder, "specs/shop.json"));
        Deno.writeTextFileSync(join(folder, "../real.json"), SPEC);
        Deno.symlinkSync("../../real.json", join(folder, "specs/shop.json"));
      },
      /^Error: The project's spec '\.\.\/specs\/shop\.json' is outside of its repository\.\nHint: Name the spec with --spec\n$/,
    ],
    [
      "is recorded with a path out of the repository",
      (folder) => {
        Deno.writeTextFileSync(join(folder, "../real.json"), SPEC);
        const text = Deno.readTextFileSync(join(folder, MANIFEST));
        Deno.writeTextFileSync(join(folder, MANIFEST), text.replace("../specs/shop", "../../real"));
      },
      /^Error: The project's spec '\.\.\/\.\.\/real\.json' is outside of its repository\./,
    ],
    [
      "is not JSON any more",
      (folder) => Deno.writeTextFileSync(join(folder, "specs/shop.json"), "{"),
      /^Error: [^\n]*JSON[^]*\.\.\/specs\/shop\.json/,
    ],
  ];

for (const [what, change, says] of PROBLEMS) {
  Deno.test({
    name: `commands fail if the recorded spec ${what}`,
    ignore: Deno.build.os === "windows",
    async fn() {
      await inRepository(async (folder) => {
        await generate(folder);
        change(folder);
        const before = readTree(folder);
        for (const args of [["generate", "api"], ["status"]]) {
          const { code, stdout, stderr } = await runHere(args, { cwd: join(folder, "shop") });
          deepEqual([code, stdout], [1, ""]);
          match(stderr, says);
        }
        deepEqual(readTree(folder), before);
      });
    },
  });
}

Deno.test("adopt records the path of the spec", async () => {
  await inRepository(async (folder) => {
    await generate(folder);
    const before = readProject(folder);
    Deno.removeSync(join(folder, "shop/.layerwright"), { recursive: true });
    const args = ["adopt", "--spec", "../specs/shop.json"];
    equal((await runHere(args, { cwd: join(folder, "shop") })).code, 0);
    deepEqual(readProject(folder), before);
  });
});

Deno.test("generate api needs a spec in a project that records none", async () => {
  await inTemporaryFolder(async (folder) => {
    writeFiles(folder, { "shop.json": SPEC });
    await generate(folder, "shop.json");
    const { code, stderr } = await runHere(["generate", "api"], { cwd: join(folder, "shop") });
    equal(code, 2);
    match(stderr, /^Error: Missing option '--json <spec_file>'\./);
    const { stdout } = await runHere(["generate", "api", "--spec", "../shop.json"], {
      cwd: join(folder, "shop"),
    });
    ok(stdout.startsWith("Nothing to do"));
  });
});

Deno.test("remove says where the recorded spec still has an endpoint", async () => {
  await inRepository(async (folder) => {
    writeFiles(folder, {
      "specs/shop.json":
        '{ "routes": {\n  "orders": { "type": "GET" },\n  "users": { "type": "GET" }\n} }',
    });
    await generate(folder);
    const cwd = join(folder, "shop");
    const { code, stdout, stderr } = await runHere(["remove", "route", "users"], { cwd });
    equal(code, 0);
    match(stdout + stderr, /^\.\.\/specs\/shop\.json:3 still has 'users'\.$/m);
    match((await runHere(["generate", "api"], { cwd })).stdout, /^Nothing to do: 1 endpoint/);
    writeFiles(folder, { "specs/shop.json": SPEC.replace("orders", "others") });
    const silent = await runHere(["remove", "route", "orders"], { cwd });
    equal(silent.code, 0);
    doesNotMatch(silent.stdout + silent.stderr, /still has/);
  });
});
