/** Writes checksums in the format of `sha256sum`. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** Writes `SHA256SUMS` for files in a folder, sorted by name. */
export async function writeChecksums(folder: string, names: readonly string[]): Promise<void> {
  const lines = names.toSorted().map((name) => {
    const hash = createHash("sha256").update(Deno.readFileSync(join(folder, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  await Deno.writeTextFile(join(folder, "SHA256SUMS"), lines.join(""));
}
