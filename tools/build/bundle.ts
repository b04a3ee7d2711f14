/** Bundling a program: its modules and those of its packages, in a few files without the rest. */

import { join, relative } from "node:path";
import { buildPlayground } from "../build_playground.ts";
import { ROOT, run } from "../run.ts";
import { clear } from "./clear.ts";
import { withCompiledTemplates } from "./compiled_templates.ts";
import type { Program } from "./programs.ts";
import { nameByContents } from "./name_by_contents.ts";

/**
 * Whatever few need is loaded late, from a file of its own (`--code-splitting`); a lock that is not up
 * to date is an error, not mended in passing (`--frozen`).
 */
const BUNDLE = [
  ...["bundle", "--quiet", "--frozen", "--platform", "deno"],
  ...["--minify", "--code-splitting"],
];

/** When all files were made, in seconds since 1970: the first second of 2000, for want of a truer one. */
const FILE_TIME = 946_684_800;

/** A program as `deno compile` takes it. */
export interface Bundle {
  /** The folder with nothing but its files. */
  readonly folder: string;
  /** The file that it starts with. */
  readonly entry: string;
}

/**
 * Bundles a program: the same bytes wherever the checkout and Deno's cache lie.
 *
 * @param folder Where to; what was there goes.
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
 * The files that a bundle is made of, after what nobody calls was left out: as its source maps have
 * them. Ours are paths from the checkout's root, others' are absolute.
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

/** Executables have the times of their files in them. */
async function giveTime(folder: string): Promise<void> {
  for (const { name } of Deno.readDirSync(folder)) {
    await Deno.utime(join(folder, name), FILE_TIME, FILE_TIME);
  }
}

/** The server's bundle has the playground's scripts in it, as texts. */
async function runBundle(...args: readonly string[]): Promise<void> {
  await buildPlayground();
  await withCompiledTemplates((map) =>
    run(Deno.execPath(), [...BUNDLE, "--import-map", map, ...args])
  );
}

function fromRoot(path: string): string {
  return path.startsWith(ROOT) ? relative(ROOT, path) : path;
}
