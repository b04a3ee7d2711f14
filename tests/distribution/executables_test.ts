/** The executables, built with the offline toolchain. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../core/version.ts";
import { build, executableName } from "../../tools/build/build.ts";
import { formatOf } from "../../tools/build/cut_base.ts";
import { OFFLINE_TOOLCHAIN } from "../../tools/build/offline_toolchain.ts";
import { CLI, PROGRAMS } from "../../tools/build/programs.ts";
import { type Target, TARGETS } from "../../tools/build/targets.ts";
import type { Architecture } from "../../tools/container/base.ts";
import { run } from "../../tools/run.ts";
import { testInFullTier } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { runAlone } from "./lone/empty_root.ts";

const FORMATS: Readonly<Record<Target["name"], ReturnType<typeof formatOf>>> = {
  "linux-x64": "ELF",
  "linux-arm64": "ELF",
  "darwin-x64": "Mach-O x64",
  "darwin-arm64": "Mach-O arm64",
  "windows-x64": "PE",
};

/** Maximum bytes that a program adds to the runtime. */
const MAX_ADDED = 3_500_000;

/** The targets that can run here, with Debian's names of the architectures. */
const ARCHITECTURES: ReadonlyMap<Target["name"], Architecture> = new Map([
  ["linux-x64", "amd64"],
  ["linux-arm64", "arm64"],
]);

const OWN = TARGETS.filter(({ triple }) => triple === Deno.build.target);

testInFullTier("executables for every computer", (t) =>
  inTemporaryFolder(async (folder) => {
    const built = join(folder, "built");
    const names = await build({ toolchain: OFFLINE_TOOLCHAIN, targets: TARGETS, folder: built });

    await t.step("are of their system's format, and little larger than the runtime", async () => {
      for (const target of TARGETS) {
        const bare = (await Deno.stat(await OFFLINE_TOOLCHAIN.base(target) ?? "")).size;
        for (const program of PROGRAMS) {
          const path = join(built, executableName(program, target));
          equal(formatOf(await Deno.readFile(path)), FORMATS[target.name]);
          const { size } = await Deno.stat(path);
          // The base for Windows contains another program, which ours replaces, so the size may shrink.
          const isLarger = target.name === "windows-x64" || size > bare;
          ok(isLarger && size < bare + MAX_ADDED, `${path}: ${size}, of which ${bare} are bare`);
        }
      }
    });

    await t.step("have the checksums that are published", async () => {
      const sums = await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: built });
      deepEqual(
        sums.trimEnd().split("\n").map((line) => line.replace(/: OK$/, "")),
        names.filter((name) => name !== "SHA256SUMS").sort(),
      );
      const described = PROGRAMS.flatMap((program) => [
        ...TARGETS.map((target) => executableName(program, target)),
        `${program.name}.cdx.json`,
        `${program.name}.licenses.txt`,
      ]);
      const others = ["SHA256SUMS", "install.ps1", "install.sh", "layerwright.1"];
      deepEqual(names, [...described, ...others].sort());
    });

    await t.step({
      name: "have the same bytes in a second build",
      ignore: !testInFullTier,
      fn: async () => {
        const again = join(folder, "again");
        await build({ toolchain: OFFLINE_TOOLCHAIN, targets: TARGETS, folder: again });
        const sums = (place: string) => Deno.readTextFile(join(place, "SHA256SUMS"));
        equal(await sums(again), await sums(built));
        await Deno.remove(again, { recursive: true });
      },
    });

    await t.step("keep the same code compiled, whichever command runs first", async () => {
      const [target] = OWN;
      if (target === undefined) throw new Error(`Nothing is built for ${Deno.build.target}`);
      const executable = join(built, executableName(CLI, target));
      const spec = join(folder, "spec.json");
      await Deno.writeTextFile(spec, '{"routes": {"ping": {"type": "GET"}}}');
      const kept = async (...args: readonly string[]) => {
        const place = await Deno.makeTempDir({ dir: folder });
        await run(executable, args, { cwd: place, env: { TMPDIR: place } });
        const [cache] = [...Deno.readDirSync(place)].filter(({ name }) => name.endsWith(".cache"));
        return (await Deno.stat(join(place, cache?.name ?? ""))).size;
      };
      const first = await kept("--version");
      for (const args of [["validate", spec], ["generate", "api", "shop", "--json", spec]]) {
        const size = await kept(...args);
        // The compiled form of the same code differs by a few bytes between runs. One more module
        // would change the size by more.
        ok(Math.abs(size - first) < 500, `${args.join(" ")}: ${size} bytes instead of ${first}`);
      }
    });

    await t.step("run where the folder for temporary files cannot be used", async () => {
      const [target] = OWN;
      if (target === undefined) throw new Error(`Nothing is built for ${Deno.build.target}`);
      const executable = join(built, executableName(CLI, target));
      // The system refuses so long a name for every user, even root.
      const env = { TMPDIR: join(folder, "x".repeat(300)) };
      equal(await run(executable, ["--version"], { env }), `layerwright ${VERSION}\n`);
    });

    for (const target of TARGETS) {
      const architecture = ARCHITECTURES.get(target.name);
      if (architecture === undefined) continue;
      await t.step(
        `have every feature, alone and without a network: ${target.name}`,
        () =>
          inTemporaryFolder(async (place) => {
            const executables = PROGRAMS.map((program) =>
              [program.name, join(built, executableName(program, target))] as const
            );
            console.log(await runAlone(architecture, Object.fromEntries(executables), place));
          }),
      );
    }
  }));
