/**
 * Executables where the runtime of Deno's own release cannot be downloaded, for checks only: the runtime
 * comes from inside another program's package, and has no published hash to compare with.
 */

import { basename, join } from "node:path";
import { ROOT, run } from "../run.ts";
import { cutBase } from "./cut_base.ts";
import type { Target } from "./targets.ts";
import type { Toolchain } from "./toolchain.ts";

/** Programs that `deno compile` of exactly this version made. */
const DENO = "2.7.11";
const PACKAGE_VERSION = "0.22.2";

/** Kept from one build to the next. */
const BASES = join(ROOT, "dist", "bases");

/** Deno from npm, with a runtime from there, too. */
export const OFFLINE_TOOLCHAIN: Toolchain = {
  version: DENO,
  command: ["npx", "-y", `deno@${DENO}`],
  reservation: "For checks only: the runtime in it is not from Deno's own release",
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
    // Whoever else builds sees it whole or not at all.
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
