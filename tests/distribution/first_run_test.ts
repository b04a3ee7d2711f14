/** The first run from a clone fetches the packages of the command line, and no development tools. */

import { deepEqual, ok } from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { ROOT, run } from "../../tools/run.ts";
import { cliEnvironment, runToEnd } from "../commands/run_cli.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

/** An npm package as `deno info` describes it. */
interface Package {
  readonly dependencies: readonly string[];
  readonly localPath: string;
}

interface Graph {
  readonly modules: readonly { readonly npmPackage?: string }[];
  readonly npmPackages: Readonly<Record<string, Package>>;
}

/** Returns the packages that the command line imports, and those that they depend on. */
function packagesOf({ modules, npmPackages }: Graph): Package[] {
  const names = new Set(modules.flatMap(({ npmPackage }) => npmPackage ?? []));
  for (const name of names) npmPackages[name]?.dependencies.forEach((each) => names.add(each));
  return [...names].flatMap((name) => npmPackages[name] ?? []);
}

Deno.test("the first run needs only packages that the command line imports", async () => {
  const info = await run(Deno.execPath(), ["info", "--json", "cli.ts"]);
  const packages = packagesOf(JSON.parse(info));
  ok(packages.length > 20 && packages.length < 40, `${packages.length} packages`);
  const { denoDir } = JSON.parse(await run(Deno.execPath(), ["info", "--json"]));
  await inTemporaryFolder(async (folder) => {
    for (const { localPath } of packages) {
      const copy = join(folder, relative(denoDir, localPath));
      Deno.mkdirSync(dirname(copy), { recursive: true });
      // Deno does not load packages through links that leave its cache.
      await run("cp", ["-R", localPath, copy]);
      const description = (path: string) => join(dirname(path), "registry.json");
      Deno.copyFileSync(description(localPath), description(copy));
    }
    const words = ["run", "--quiet", "--allow-all", "--cached-only", join(ROOT, "cli.ts")];
    const ended = await runToEnd([Deno.execPath(), ...words, "--version"], {
      cwd: folder,
      env: cliEnvironment({ DENO_DIR: folder }),
    });
    deepEqual(ended, { code: 0, stdout: "layerwright 1.0.0\n", stderr: "" });
  });
});
