/** Bundles a program: the modules that it uses, including those of packages, in a few files. */

import { join, relative } from "node:path";
import { buildPlayground } from "../build_playground.ts";
import { ROOT, run } from "../run.ts";
import { clear } from "./clear.ts";
import { withCompiledTemplates } from "./compiled_templates.ts";
import type { Program } from "./programs.ts";
import { nameByContents } from "./name_by_contents.ts";

/**
 * Modules that few commands need are loaded later, from separate files (`--code-splitting`). An outdated
 * lock is an error (`--frozen`).
 */
const BUNDLE = [
  ...["bundle", "--quiet", "--frozen", "--platform", "deno"],
  ...["--minify", "--code-splitting"],
];

/** The fixed time of all files, in seconds since 1970: the first second of 2000. */
const FILE_TIME = 946_684_800;

/** The input of `deno compile`. */
export interface Bundle {
  /** A folder that contains only the bundle's files. */
  readonly folder: string;
  /** The entry file. */
  readonly entry: string;
}

/**
 * Bundles a program. The bytes do not depend on the locations of the checkout and Deno's cache.
 *
 * @param folder The output folder. Its earlier content is removed.
 * @throws {Error} If Deno cannot bundle it.
 */
export async function bundle({ entry }: Program, folder: string): Promise<Bundle> {
  await clear(folder);
  await runBundle("--outdir", folder, entry);
  await nameByContents(folder);
  await giveTime(folder);
  return { folder, entry: join(folder, entry.replace(/\.ts$/, ".js")) };
}

/**
 * Returns the source files in a bundle, without unused code, from its source maps. Files of the checkout
 * are relative to its root, and others are absolute.
 *
 * @throws {Error} If Deno cannot bundle it.
 */
export async function bundleInputs({ entry }: Program): Promise<readonly string[]> {
  const folder = await Deno.makeTempDir({ prefix: "layerwright-inputs-" });
  try {
    await runBundle("--sourcemap", "external", "--outdir", folder, entry);
    const maps = [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".map"));
    const sources = await Promise.all(maps.map(async ({ name }) => {
      const { sources }: { sources: readonly string[] } = JSON.parse(
        await Deno.readTextFile(join(folder, name)),
      );
      return sources.map((source) => fromRoot(join(folder, source)));
    }));
    return [...new Set(sources.flat())].sort();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Sets a fixed time, because executables contain the times of their files. */
async function giveTime(folder: string): Promise<void> {
  for (const { name } of Deno.readDirSync(folder)) {
    await Deno.utime(join(folder, name), FILE_TIME, FILE_TIME);
  }
}

let playground: Promise<void> | undefined;

/**
 * Runs the bundler. It builds the playground first, once in a process, because the server's bundle contains
 * its scripts.
 */
async function runBundle(...args: readonly string[]): Promise<void> {
  await (playground ??= buildPlayground());
  await withCompiledTemplates((map) =>
    run(Deno.execPath(), [...BUNDLE, "--import-map", map, ...args])
  );
}

function fromRoot(path: string): string {
  return path.startsWith(ROOT) ? relative(ROOT, path) : path;
}
