/** What is in the bundles that executables are made of: enough, and nothing of the other program. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { join, resolve } from "node:path";
import { bundle, bundleInputs } from "../../../tools/build/bundle.ts";
import { bundledPackages } from "../../../tools/build/packages.ts";
import { CLI, type Program, PROGRAMS, SERVER } from "../../../tools/build/programs.ts";
import { ROOT, run } from "../../../tools/run.ts";
import { inTemporaryFolder } from "../../workspace/temporary_folder.ts";
import { readTree } from "../../workspace/tree.ts";

/** Found out once. */
const inputsOf = { cli: bundleInputs(CLI), server: bundleInputs(SERVER) };

interface Contents {
  readonly program: Program;
  readonly inputs: Promise<readonly string[]>;
  /** Files and packages of which one must be in it, so that the check sees something. */
  readonly needed: readonly RegExp[];
  readonly forbidden: RegExp;
}

/** What makes functions of templates: both programs have them made beforehand. */
const TEMPLATE_COMPILER = /\/eta\/|^templates\/engine\.ts$/;

/** How a server for many is made: accounts, their database, and what logs people in. */
const HOSTED = /^hosted\/|\/(?:oidc-provider|openid-client|koa|pg)\//;

/**
 * What asks a person, or touches their computer. The page that says how to connect an agent shows what
 * the wizard would write: so the table of agents and the pure functions from one text of settings to the
 * next are in the server, too, loaded late. Nothing finds, reads or writes such a file there.
 */
const WIZARD =
  /^setup\/(?!clients\/|formats\/|(?:client|entry|fingerprint|guide|options|paths|plan|record)\.ts$)|^commands\/|\/(?:@clack\/[a-z]+|commander)\//;

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
  Deno.test(`the bundle of ${program.name} has what it needs and nothing of the other program`, async () => {
    const paths = await inputs;
    for (const pattern of needed) ok(paths.some((path) => pattern.test(path)), `${pattern}`);
    const isForbidden = (path: string) => forbidden.test(path) || TEMPLATE_COMPILER.test(path);
    deepEqual(paths.filter(isForbidden), []);
  });
}

Deno.test("what must not be in one program's bundle is in the other's", async () => {
  ok((await inputsOf.server).some((path) => HOSTED.test(path)));
  ok((await inputsOf.cli).some((path) => WIZARD.test(path)));
});

Deno.test("a bundle is the same bytes wherever the checkout lies", async () => {
  await inTemporaryFolder(async (folder) => {
    await copySources(join(folder, "a", "checkout"));
    const elsewhere = join(folder, "link");
    await Deno.symlink(join(folder, "a", "checkout"), elsewhere);
    // It bundles with its own tools.
    const script = `
      import { bundle } from "./tools/build/bundle.ts";
      import { PROGRAMS } from "./tools/build/programs.ts";
      for (const program of PROGRAMS) await bundle(program, Deno.args[0] + program.name);`;
    await Deno.writeTextFile(join(elsewhere, "bundle.js"), script);
    const there = join(folder, "there-");
    await run(Deno.execPath(), ["run", "-qA", "bundle.js", there], { cwd: elsewhere });
    for (const program of PROGRAMS) {
      const here = join(folder, program.name);
      await bundle(program, here);
      ok(Object.keys(readTree(here)).length > 2, "it was split");
      deepEqual(readTree(there + program.name), readTree(here));
    }
  });
});

Deno.test("a bundle is refused when the lock does not have what it imports", async () => {
  await inTemporaryFolder(async (folder) => {
    const entry = join(folder, "main.ts");
    await Deno.writeTextFile(entry, 'import "npm:left-pad@1.3.0";\n');
    const program = { ...CLI, entry };
    await rejects(bundle(program, join(folder, "out")), /lockfile|left-pad/);
  });
});

Deno.test("a file that is of no known package is not passed over", async () => {
  await rejects(
    bundledPackages(["/cache/npm/registry.example.com/nobody/src/index.ts"]),
    /Cannot find the package/,
  );
  equal((await bundledPackages(["cli.ts"])).length, 0);
});

/** What is committed or about to be. */
async function copySources(checkout: string): Promise<void> {
  await Deno.mkdir(checkout, { recursive: true });
  // Continuous integration runs as root in a checkout that is somebody else's, which git distrusts.
  const trust = ["-c", `safe.directory=${resolve(ROOT)}`];
  const list = await run("git", [...trust, "ls-files", "-co", "--exclude-standard", "-z"]);
  const archive = ["--null", "--files-from=-", "--ignore-failed-read", "-cf", `${checkout}.tar`];
  await run("tar", ["-C", ROOT, ...archive], { stdin: list });
  await run("tar", ["-xf", `${checkout}.tar`, "-C", checkout]);
}
