/** Verifies the files that another job built. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** The file with the checksums. */
export const CHECKSUMS = "SHA256SUMS";

/**
 * Verifies the files that {@linkcode CHECKSUMS} lists.
 *
 * @param folder The folder with the files.
 * @returns Their names, and the name of the list.
 * @throws {Error} If a checksum differs, or a line of the list is invalid.
 * @throws {Deno.errors.NotFound} If a file is missing.
 */
export async function verifiedFiles(folder: string): Promise<readonly string[]> {
  const lines = (await Deno.readTextFile(join(folder, CHECKSUMS))).trimEnd().split("\n");
  const names: string[] = [];
  for (const line of lines) {
    const [, wanted, name] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`Cannot read ${CHECKSUMS} (line '${line}')`);
    const found = createHash("sha256").update(await Deno.readFile(join(folder, name)));
    if (found.digest("hex") !== wanted) {
      throw new Error(`The checksum of '${name}' differs from ${CHECKSUMS}`);
    }
    names.push(name);
  }
  return [...names, CHECKSUMS];
}
