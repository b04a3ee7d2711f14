/** Knowing that what was written would survive a power cut. */

import { dirname } from "node:path";

/** How many files may wait for the disk at once, well below what a process may have open. */
const TOGETHER = 64;

/** Creates a file, which must not exist. */
export function createFile(path: string, content: Uint8Array): void {
  Deno.writeFileSync(path, content, { createNew: true });
}

/**
 * Waits until the disk has files, and the names in folders. They wait together: for the disk many at
 * once are little more work than one.
 *
 * @param onError Throws what a refusal by the system shall become.
 */
export async function sync(
  paths: readonly string[],
  onError: (error: unknown, path: string) => never,
): Promise<void> {
  for (let done = 0; done < paths.length; done += TOGETHER) {
    const batch = paths.slice(done, done + TOGETHER);
    const ends = await Promise.allSettled(batch.map(syncOne));
    for (const [index, end] of ends.entries()) {
      if (end.status === "rejected") onError(end.reason, batch[index] ?? "");
    }
  }
}

async function syncOne(path: string): Promise<void> {
  using file = openToSync(path);
  await file?.sync();
}

function openToSync(path: string): Deno.FsFile | null {
  if (Deno.build.os !== "windows") return Deno.openSync(path);
  // Windows opens no folders, whose names its file system journals, and syncs only what may be written.
  return Deno.statSync(path).isDirectory ? null : Deno.openSync(path, { write: true });
}

/** Waits until the disk knows that files were created, renamed or removed. */
export function syncFoldersOf(files: readonly string[]): void {
  for (const folder of foldersOf(files)) {
    using file = openToSync(folder);
    file?.syncSync();
  }
}

/** The folders that hold files. */
export function foldersOf(files: readonly string[]): readonly string[] {
  return [...new Set(files.map((file) => dirname(file)))];
}
