/** Checksums of what people download, as `sha256sum` writes and checks them. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/** Writes `SHA256SUMS` of files in a folder, in the order of their names. */
export async function writeChecksums(folder: string, names: readonly string[]): Promise<void> {
  const lines = names.toSorted().map((name) => {
    const hash = createHash("sha256").update(Deno.readFileSync(join(folder, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  await Deno.writeTextFile(join(folder, "SHA256SUMS"), lines.join(""));
}
