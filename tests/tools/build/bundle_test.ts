/** The modules and packages in the bundles of both programs. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join, resolve } from "node:path";
import { bundle, bundleInputs } from "../../../tools/build/bundle.ts";
import { bundledPackages } from "../../../tools/build/packages.ts";
import { CLI, type Program, PROGRAMS, SERVER } from "../../../tools/build/programs.ts";
import { ROOT, run } from "../../../tools/run.ts";
import { IS_FULL_TIER } from "../tier.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { readTree } from "../../workspace/tree.ts";
import { testInFullTier } from "../tier.ts";

/**
 * The programs whose bundle is made twice and compared. The quick tier leaves out the server's,
 * which takes three seconds more.
 */
const COMPARED = IS_FULL_TIER ? PROGRAMS : [CLI];

/** Finds the inputs of each bundle once, for the tests that need them. */
const inputsOf = { cli: once(() => bundleInputs(CLI)), server: once(() => bundleInputs(SERVER)) };

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => made ??= make();
}

interface Contents {
  readonly program: Program;
  readonly inputs: () => Promise<readonly string[]>;
  /**
   * Patterns that must each match something in the bundle, so that the check of `forbidden` means
   * something.
   */
  readonly needed: readonly RegExp[];
  readonly forbidden: RegExp;
}

/** The compiler of templates. Neither program needs it, because templates are compiled at build time. */
const TEMPLATE_COMPILER = /\/eta\/|^templates\/engine\.ts$/;

/** The parts of the hosted server: accounts, database and login. */
const HOSTED = /^hosted\/|\/(?:oidc-provider|openid-client|koa|pg)\//;

/**
 * The parts of the wizard that ask questions or access the computer. The server has the other parts,
 * and loads them late: the page `/connect` shows the settings that the wizard would write, for which
 * it needs the table of agents and the pure functions that edit settings. The server never finds,
 * reads or writes such files.
 */
const WIZARD =
  /^setup\/(?!clients\/|formats\/|(?:client|detect|entry|guide|options|plan|record|written_entry)\.ts$)|^commands\/|\/(?:@clack\/[a-z]+|commander)\//;

const CONTENTS: readonly Contents[] = [
  {
    program: CLI,
    inputs: inputsOf.cli,
    needed: [
      /^commands\/program\.ts$/,
      /^http\/serve\.ts$/,
      /^setup\/connect\.ts$/,
      /\/commander\//,
    ],
    forbidden: HOSTED,
  },
  {
    program: SERVER,
    inputs: inputsOf.server,
    needed: [/^http\/serve\.ts$/, /^hosted\/http\/serve\.ts$/, /^setup\/guide\.ts$/, /\/pg\//],
    forbidden: WIZARD,
  },
];

for (const { program, inputs, needed, forbidden } of CONTENTS) {
  testInFullTier(
    `the bundle of ${program.name} contains no module of the other program`,
    async () => {
      const paths = await inputs();
      for (const pattern of needed) ok(paths.some((path) => pattern.test(path)), `${pattern}`);
      const isForbidden = (path: string) => forbidden.test(path) || TEMPLATE_COMPILER.test(path);
      deepEqual(paths.filter(isForbidden), []);
    },
  );
}

testInFullTier("every module that one bundle must not contain is in the other bundle", async () => {
  ok((await inputsOf.server()).some((path) => HOSTED.test(path)));
  ok((await inputsOf.cli()).some((path) => WIZARD.test(path)));
});

testInFullTier("a bundle has the same bytes for any location of the checkout", async () => {
  await inTemporaryFolder(async (folder) => {
    await copySources(join(folder, "a", "checkout"));
    const elsewhere = join(folder, "link");
    await Deno.symlink(join(folder, "a", "checkout"), elsewhere);
    // The copy bundles with its own tools.
    const script = `
      import { bundle } from "./tools/build/bundle.ts";
      import { PROGRAMS } from "./tools/build/programs.ts";
      const [folder, ...names] = Deno.args;
      for (const program of PROGRAMS.filter(({ name }) => names.includes(name))) {
        await bundle(program, folder + program.name);
      }`;
    await Deno.writeTextFile(join(elsewhere, "bundle.js"), script);
    const there = join(folder, "there-");
    const names = COMPARED.map(({ name }) => name);
    await run(Deno.execPath(), ["run", "-qA", "bundle.js", there, ...names], { cwd: elsewhere });
    for (const program of COMPARED) {
      const here = join(folder, program.name);
      await bundle(program, here);
      ok(Object.keys(readTree(here)).length > 2, "it was split");
      deepEqual(readTree(there + program.name), readTree(here));
    }
  });
});

Deno.test("bundle() fails if an import is not in the lock", async () => {
  await inTemporaryFolder(async (folder) => {
    const entry = join(folder, "main.ts");
    await Deno.writeTextFile(entry, 'import "npm:left-pad@1.3.0";\n');
    const program = { ...CLI, entry };
    await rejects(bundle(program, join(folder, "out")), /lockfile|left-pad/);
  });
});

Deno.test("bundledPackages() rejects a file of an unknown package", async () => {
  await rejects(
    bundledPackages(["/cache/npm/registry.example.com/nobody/src/index.ts"]),
    /Cannot find the package/,
  );
  equal((await bundledPackages(["cli.ts"])).length, 0);
});

/** Returns the tracked and new files. */
async function copySources(checkout: string): Promise<void> {
  await Deno.mkdir(checkout, { recursive: true });
  // CI runs as root in another user's checkout, which git does not trust by default.
  const trust = ["-c", `safe.directory=${resolve(ROOT)}`];
  const list = await run("git", [...trust, "ls-files", "-co", "--exclude-standard", "-z"]);
  const archive = ["--null", "--files-from=-", "--ignore-failed-read", "-cf", `${checkout}.tar`];
  await run("tar", ["-C", ROOT, ...archive], { stdin: list });
  await run("tar", ["-xf", `${checkout}.tar`, "-C", checkout]);
}
