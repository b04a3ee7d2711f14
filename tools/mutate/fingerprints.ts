/** Hashes the files that a test's result depends on. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** Files that any test may depend on, in addition to the modules that it imports. */
const SHARED = /^(?:deno\.(?:json|lock)|(?:templates|tests\/testdata)\/.*)$/;

/**
 * Returns a function that hashes a test's own file, the files that it reaches, and the files that any
 * test may read.
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
