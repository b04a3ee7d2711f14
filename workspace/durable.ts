/** Syncs files and folders, so that they survive a power cut. */

import { dirname } from "node:path";

/** Maximum number of files to sync at the same time. This is well below the limit of open files. */
const TOGETHER = 64;

/** Creates a file, which must not exist. */
export function createFile(path: string, content: Uint8Array): void {
  Deno.writeFileSync(path, content, { createNew: true });
}

/**
 * Waits until the disk has stored the contents of the given files, and the names in the given folders. Syncs
 * many paths at once, because that takes the disk little longer than syncing one.
 *
 * @param onError Receives an error of the system, and throws the error that the caller gets.
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
  // Windows cannot open folders, but its file system keeps a journal of the names in them. Windows syncs only
  // files that were opened for writing.
  return Deno.statSync(path).isDirectory ? null : Deno.openSync(path, { write: true });
}

/** Waits until the disk has stored the names in the folders of files that were created, renamed or removed. */
export function syncFoldersOf(files: readonly string[]): void {
  for (const folder of foldersOf(files)) {
    using file = openToSync(folder);
    file?.syncSync();
  }
}

/** Returns the folders that contain the files. */
export function foldersOf(files: readonly string[]): readonly string[] {
  return [...new Set(files.map((file) => dirname(file)))];
}
