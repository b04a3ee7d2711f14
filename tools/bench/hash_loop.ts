/** A plain loop that reads and hashes files, for any process, and as a program. */

import { createHash } from "node:crypto";
import { join } from "node:path";

/**
 * Reads and hashes all files below a folder, one after the other, as a lower bound for commands.
 */
export function hashLoop(folder: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = join(folder, name);
    if (isDirectory) hashLoop(path);
    else createHash("sha256").update(Deno.readFileSync(path)).digest();
  }
}

if (import.meta.main) hashLoop(Deno.cwd());
