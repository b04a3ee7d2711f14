/**
 * A toolchain for tests on computers that cannot download the runtime from Deno's release. The runtime
 * comes from another program's npm package, and no published hash can verify it.
 */

import { basename, join } from "node:path";
import { ROOT, run } from "../run.ts";
import { cutBase } from "./cut_base.ts";
import type { Target } from "./targets.ts";
import type { Toolchain } from "./toolchain.ts";

/** A package with programs that `deno compile` of exactly this version created. */
const DENO = "2.7.11";
const PACKAGE_VERSION = "0.22.2";

/** A cache for later builds. */
const BASES = join(ROOT, "dist", "bases");

/** Deno from npm, with a runtime from npm. */
export const OFFLINE_TOOLCHAIN: Toolchain = {
  version: DENO,
  command: ["npx", "-y", `deno@${DENO}`],
  reservation: "For tests only: the runtime is not from Deno's release",
  base: fetchBase,
};

async function fetchBase(target: Target): Promise<string> {
  const base = join(BASES, `denort-${DENO}-${target.name}${target.suffix}`);
  if (await isFile(base)) return base;
  await Deno.mkdir(BASES, { recursive: true });
  const folder = await Deno.makeTempDir({ prefix: "layerwright-base-" });
  try {
    const name = `@stdy/cli-${target.name.replace("windows", "win32")}@${PACKAGE_VERSION}`;
    await run("npm", ["pack", "--silent", "--pack-destination", folder, name]);
    const archive = [...Deno.readDirSync(folder)].find(({ name }) => name.endsWith(".tgz"));
    await run("tar", ["-xzf", join(folder, archive?.name ?? ""), "-C", folder]);
    const program = await Deno.readFile(join(folder, `package/bin/steady${target.suffix}`));
    // The rename makes the file visible to concurrent builds only when it is complete.
    const draft = join(BASES, basename(folder));
    await Deno.writeFile(draft, cutBase(program), { mode: 0o755 });
    await Deno.rename(draft, base);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return base;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (problem) {
    if (problem instanceof Deno.errors.NotFound) return false;
    throw problem;
  }
}
