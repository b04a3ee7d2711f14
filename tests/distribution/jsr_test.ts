/** The package on JSR: its files and, in the full tier, the published package. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemoryWorkspace, generateApi, generateSubroute, type Snapshot } from "../../mod.ts";
import { VERSION } from "../../core/version.ts";
import { runCommand } from "../../tools/run_command.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { LIBRARY_OUTPUT } from "./library_output.ts";
import { type LocalJsr, startLocalJsr } from "./local_jsr.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGE = "jsr:@layerwright/layerwright";
const LIBRARY_PROGRAM = "tests/distribution/library_program.ts";
const DOCUMENTS = ["CHANGELOG.md", "LICENSE", "README.md"];

Deno.test("`deno publish --dry-run` succeeds", async () => {
  const { code, stderr } = await deno(["publish", "--dry-run", "--allow-dirty", "--no-check"], {});
  equal(code, 0, stderr);
  const remarks = stderr.split("\n").filter((line) => !line.includes("file://") && line !== "");
  deepEqual(remarks, [
    "Checking for slow types in the public API...",
    `Simulating publish of @layerwright/layerwright@${VERSION} with files:`,
    "Success Dry run complete",
  ]);
});

Deno.test("the package contains all modules of its entries, the documents, and no other files", async () => {
  const published = new Set(await publishedFiles());
  const needed = [...await reachedFiles(), ...DOCUMENTS];
  ok(needed.length > 200, "the graph was read");
  deepEqual(needed.filter((path) => !published.has(path)), []);

  // The package contains whole folders, because any import may change which files an entry needs. Users
  // download only the files that they import.
  const rooms = new Set(needed.map(roomOf));
  deepEqual([...published].filter((path) => !rooms.has(roomOf(path))), []);
});

function roomOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
}

async function publishedFiles(): Promise<string[]> {
  const { stderr } = await deno(["publish", "--dry-run", "--allow-dirty", "--no-check"], {});
  return [...stderr.matchAll(/^\s+(file:\S+) \(/gm)].map(([, url = ""]) => fileURLToPath(url))
    .map((path) => path.slice(ROOT.length));
}

/** Returns every local file that an entry imports, statically or dynamically. */
async function reachedFiles(): Promise<string[]> {
  const { exports } = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json")));
  const graphs = await Promise.all(
    Object.values<string>(exports).map(async (entry) => {
      const { stdout } = await deno(["info", "--json", entry], {});
      const { modules }: { modules: readonly { readonly local?: string }[] } = JSON.parse(stdout);
      return modules.flatMap(({ local }) =>
        local?.startsWith(ROOT) ? local.slice(ROOT.length) : []
      );
    }),
  );
  return [...new Set(graphs.flat())];
}

function deno(args: readonly string[], env: Record<string, string>, cwd = ROOT) {
  return runCommand(Deno.execPath(), args, { cwd, env: { NO_COLOR: "1", ...env } });
}

/** A new user: an empty folder, and Deno with an empty cache. */
interface Stranger {
  readonly folder: string;
  /** Runs Deno in the folder, which must succeed. */
  run(...args: readonly string[]): Promise<string>;
}

async function asStranger<T>(jsr: LocalJsr, test: (person: Stranger) => Promise<T>): Promise<T> {
  const { stdout } = await deno(["info", "--json"], {});
  const { npmCache } = JSON.parse(stdout);
  return await inTemporaryFolder(async (home) => {
    const folder = join(home, "empty");
    const cache = join(home, "cache");
    Deno.mkdirSync(folder);
    Deno.mkdirSync(cache);
    // Third-party packages come from the existing cache.
    Deno.symlinkSync(npmCache, join(cache, "npm"), { type: "dir" });
    const env = { JSR_URL: jsr.url, DENO_DIR: cache };
    return await test({
      folder,
      run: async (...args) => {
        const result = await deno(args, env, folder);
        equal(result.code, 0, `deno ${args.join(" ")}\n${result.stderr}`);
        return result.stdout;
      },
    });
  });
}

const SPEC = '{ "routes": { "products": { "type": "GET", "mock": [{ "id": 1 }] } } }';

async function expectedProject(): Promise<Snapshot> {
  const workspace = createMemoryWorkspace();
  await generateApi(workspace, "shop", SPEC);
  await generateSubroute(workspace, "products", "sale");
  return workspace.files();
}

Deno.test({
  name: "the published package runs: the one-liner, deno x, deno add, a program",
  ignore: !IS_FULL_TIER,
  async fn(t) {
    await using jsr = startLocalJsr();
    const publish = ["publish", "--token", "any", "--allow-dirty"];
    const { code, stderr } = await deno(publish, { JSR_URL: jsr.url });
    equal(code, 0, stderr);
    match(stderr, new RegExp(`Successfully published @layerwright/layerwright@${VERSION}`));

    await t.step(
      "the one-liner does the whole main job",
      () =>
        asStranger(jsr, async ({ folder, run }) => {
          const cli = ["run", "-A", `${PACKAGE}/cli`];
          Deno.writeTextFileSync(join(folder, "shop.json"), SPEC);
          equal(await run(...cli, "--version"), `layerwright ${VERSION}\n`);
          await run(...cli, "validate", "shop.json");
          await run(...cli, "generate", "api", "shop", "--json", "shop.json");
          await run(...cli, "-C", "shop", "generate", "subroute", "products", "sale");
          for (const [path, text] of await expectedProject()) {
            equal(Deno.readTextFileSync(join(folder, "shop", path)), text, path);
          }
          match(await run(...cli, "-C", "shop", "status", "--all"), /GET +\/products\/sale/);
        }),
    );

    await t.step("`deno x` runs the command line", () =>
      asStranger(jsr, async ({ run }) => {
        equal(await run("x", "-y", `${PACKAGE}/cli`, "--version"), `layerwright ${VERSION}\n`);
      }));

    await t.step(
      "a program uses the library after `deno add`, without any permission",
      () =>
        asStranger(jsr, async ({ folder, run }) => {
          await run("add", PACKAGE);
          Deno.copyFileSync(join(ROOT, LIBRARY_PROGRAM), join(folder, "program.ts"));
          equal(await run("run", "--no-prompt", "program.ts"), LIBRARY_OUTPUT);
          await run("check", "program.ts");
        }),
    );
  },
});
