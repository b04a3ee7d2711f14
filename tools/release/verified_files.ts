/** What was built, as it came from the job that built it. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** Lists the files with a checksum. */
export const CHECKSUMS = "SHA256SUMS";

/**
 * The files that {@linkcode CHECKSUMS} names, once they are what it says.
 *
 * @param folder Where they are.
 * @returns Their names, and that of the list itself.
 * @throws {Error} If one of them is another, or the list is none.
 * @throws {Deno.errors.NotFound} If one is missing.
 */
export async function verifiedFiles(folder: string): Promise<readonly string[]> {
  const lines = (await Deno.readTextFile(join(folder, CHECKSUMS))).trimEnd().split("\n");
  const names: string[] = [];
  for (const line of lines) {
    const [, wanted, name] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`Cannot read ${CHECKSUMS} (line '${line}')`);
    const found = createHash("sha256").update(await Deno.readFile(join(folder, name)));
    if (found.digest("hex") !== wanted) throw new Error(`'${name}' is not what ${CHECKSUMS} says`);
    names.push(name);
  }
  return [...names, CHECKSUMS];
}
