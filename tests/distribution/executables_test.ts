/** The executables that people download, as they are built where nothing can be downloaded. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { build, executableName } from "../../tools/build/build.ts";
import { formatOf } from "../../tools/build/cut_base.ts";
import { OFFLINE_TOOLCHAIN } from "../../tools/build/offline_toolchain.ts";
import { PROGRAMS } from "../../tools/build/programs.ts";
import { type Target, targetNamed, TARGETS } from "../../tools/build/targets.ts";
import { run } from "../../tools/run.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { runAlone } from "./lone/empty_root.ts";

const FORMATS: Readonly<Record<Target["name"], ReturnType<typeof formatOf>>> = {
  "linux-x64": "ELF",
  "linux-arm64": "ELF",
  "darwin-x64": "Mach-O x64",
  "darwin-arm64": "Mach-O arm64",
  "windows-x64": "PE",
};

/** What a program may add to the bare runtime, in bytes. */
const MOST_ADDED = 3_000_000;

Deno.test({
  name: "executables for every computer",
  ignore: !IS_FULL_TIER,
  fn: (t) =>
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
            // The base for Windows has the program of its first owner in it, which is replaced.
            const isLarger = target.name === "windows-x64" || size > bare;
            ok(isLarger && size < bare + MOST_ADDED, `${path}: ${size}, of which ${bare} are bare`);
          }
        }
      });

      await t.step("have the checksums that are published", async () => {
        const sums = await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: built });
        deepEqual(
          sums.trimEnd().split("\n").map((line) => line.replace(/: OK$/, "")),
          names.filter((name) => name !== "SHA256SUMS").sort(),
        );
      });

      await t.step("are the same bytes when they are built again", async () => {
        const again = join(folder, "again");
        await build({ toolchain: OFFLINE_TOOLCHAIN, targets: TARGETS, folder: again });
        const sums = (place: string) => Deno.readTextFile(join(place, "SHA256SUMS"));
        equal(await sums(again), await sums(built));
        await Deno.remove(again, { recursive: true });
      });

      for (
        const [name, architecture] of [["linux-x64", "amd64"], ["linux-arm64", "arm64"]] as const
      ) {
        await t.step(`do all they can, alone and without a network: ${name}`, () =>
          inTemporaryFolder(async (place) => {
            const target = targetNamed(name);
            const executables = PROGRAMS.map((program) =>
              [program.name, join(built, executableName(program, target))] as const
            );
            console.log(await runAlone(architecture, Object.fromEntries(executables), place));
          }));
      }
    }),
});
