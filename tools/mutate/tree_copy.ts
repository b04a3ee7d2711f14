/** Copies the checkout, so that mutants do not change it. */

import { dirname, join } from "node:path";
import { ROOT, run } from "../run.ts";

/** Folders with built files that tests need, if they exist. */
const BUILT = "dist/playground";

/** Returns the files of the checkout, with edits and new files, relative to its root. */
export async function checkoutFiles(): Promise<string[]> {
  const listed = await run("git", ["ls-files", "-z", "-co", "--exclude-standard"]);
  const files = await Promise.all(
    listed.split("\0").map(async (file) => {
      const info = file === "" ? null : await Deno.lstat(join(ROOT, file)).catch(() => null);
      return info?.isFile === true || info?.isSymlink === true ? [file] : [];
    }),
  );
  return files.flat();
}

/** Copies the checkout's files and the built files to a folder. */
export async function copyTree(files: readonly string[], folder: string): Promise<void> {
  const all = [...files, ...await builtFiles()];
  const folders = new Set(all.map((file) => dirname(join(folder, file))));
  for (const each of folders) await Deno.mkdir(each, { recursive: true });
  // Keeps symbolic links and modes.
  for (const file of all) await copy(join(ROOT, file), join(folder, file));
}

async function copy(from: string, to: string): Promise<void> {
  const { isSymlink } = await Deno.lstat(from);
  if (isSymlink) await Deno.symlink(await Deno.readLink(from), to);
  else await Deno.copyFile(from, to);
}

async function builtFiles(): Promise<string[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(join(ROOT, BUILT)));
    return entries.filter(({ isFile }) => isFile).map(({ name }) => join(BUILT, name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
