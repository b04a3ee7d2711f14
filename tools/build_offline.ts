/**
 * Builds the same files as `build.ts` into `dist/offline/`, without Deno's download, for tests only. See
 * `build/offline_toolchain.ts`.
 *
 * `deno run -A tools/build_offline.ts [target...]`, such as `linux-x64`.
 */

import { join } from "node:path";
import { build } from "./build/build.ts";
import { type Bundle, bundle } from "./build/bundle.ts";
import { compile } from "./build/compile.ts";
import { OFFLINE_TOOLCHAIN } from "./build/offline_toolchain.ts";
import { CLI } from "./build/programs.ts";
import { targetNamed, TARGETS } from "./build/targets.ts";
import { ROOT } from "./run.ts";

/**
 * Builds the command line for this computer.
 *
 * @param name The executable's name. Concurrent builds need different names.
 * @returns Its path.
 */
export async function buildOffline(name = "layerwright"): Promise<string> {
  return await compileOffline(await bundle(CLI, join(CHECKS, `${name}-bundle`)), name);
}

/**
 * Compiles a script for this computer, with the permissions and the settings of the command line.
 *
 * @param made The script. It must not import packages.
 * @param name The executable's name.
 * @returns Its path.
 */
export async function compileOffline(made: Pick<Bundle, "entry">, name: string): Promise<string> {
  const target = TARGETS.find(({ triple }) => triple === Deno.build.target);
  if (target === undefined) throw new Error(`Cannot build for ${Deno.build.target}`);
  await Deno.mkdir(CHECKS, { recursive: true });
  const executable = join(CHECKS, name);
  await compile(CLI, made, { target, toolchain: OFFLINE_TOOLCHAIN, executable });
  return executable;
}

const CHECKS = join(ROOT, "dist", "checks");

if (import.meta.main) {
  const targets = Deno.args.length > 0 ? Deno.args.map(targetNamed) : TARGETS;
  const folder = join(ROOT, "dist", "offline");
  const names = await build({ toolchain: OFFLINE_TOOLCHAIN, targets, folder });
  console.log(`${names.join("\n")}\n\n${OFFLINE_TOOLCHAIN.reservation}`);
}
