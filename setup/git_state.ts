/** Whether git would take a file, asked of git itself: it alone knows all that it ignores. */

import { dirname, join } from "node:path";
import { backupOf, draftOf } from "./backup.ts";
import type { SetupHost } from "./host.ts";

/**
 * `safe`: git takes neither the file nor what is put beside it; `tracked`: it has the file already, whatever
 * it ignores; `exposed`: it would take something, or cannot be asked.
 */
export type GitState = "safe" | "tracked" | "exposed";

/** @param file A real path; the file need not exist. */
export async function gitState(host: SetupHost, file: string): Promise<GitState> {
  const folder = nearestFolder(host, dirname(file));
  if (!isInRepository(host, folder)) return "safe";
  const tracked = await host.git(folder, ["ls-files", "-z", "--", file]);
  if (tracked === null || tracked.code !== 0) return "exposed";
  if (tracked.output !== "") return "tracked";
  const backup = backupOf(file);
  const files = [file, backup, draftOf(file), draftOf(backup)];
  const ignored = await host.git(folder, ["check-ignore", "--", ...files]);
  if (ignored === null || ignored.code !== 0) return "exposed";
  return ignored.output.split("\n").length === files.length + 1 ? "safe" : "exposed";
}

function nearestFolder(host: SetupHost, folder: string): string {
  return host.exists(folder) || dirname(folder) === folder
    ? folder
    : nearestFolder(host, dirname(folder));
}

function isInRepository(host: SetupHost, folder: string): boolean {
  if (host.exists(join(folder, ".git"))) return true;
  return dirname(folder) !== folder && isInRepository(host, dirname(folder));
}
