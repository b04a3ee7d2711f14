/** Tells whether what a test's result depends on is as it was. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** Files that any test may depend on, besides the modules that it reaches. */
const SHARED = /^(?:deno\.(?:json|lock)|(?:templates|tests\/testdata)\/.*)$/;

/**
 * Returns a function that hashes the files a test reaches, its own among them, and those that any test may
 * read.
 *
 * @param files The checkout's files, relative to it.
 * @param reach Returns the modules that a test reaches.
 */
export async function fingerprints(
  root: string,
  files: readonly string[],
  reach: (test: string) => readonly string[],
): Promise<(test: string) => string> {
  const hashes = new Map<string, string>();
  for (const file of files) {
    const bytes = await Deno.readFile(join(root, file));
    hashes.set(file, createHash("sha256").update(bytes).digest("hex"));
  }
  const shared = files.filter((file) => SHARED.test(file));
  return (test) => {
    const all = [...shared, ...reach(test)].sort().map((file) => `${file} ${hashes.get(file)}\n`);
    return createHash("sha256").update(`${test}\n${all.join("")}`).digest("hex").slice(0, 32);
  };
}
