/** Writing files, and knowing that they would survive a power cut. */

import { dirname } from "node:path";

/** Creates a file, which must not exist. */
export function createFile(path: string, content: Uint8Array): void {
  Deno.writeFileSync(path, content, { createNew: true });
}

/** Creates a file, which must not exist, and returns when the disk has it. */
export function createSyncedFile(path: string, content: Uint8Array): void {
  using file = Deno.openSync(path, { write: true, createNew: true });
  for (let written = 0; written < content.length;) {
    written += file.writeSync(content.subarray(written));
  }
  file.syncSync();
}

/** Returns when the disk knows that files were created, renamed or removed. */
export function syncFoldersOf(files: readonly string[]): void {
  for (const folder of new Set(files.map((file) => dirname(file)))) syncFolder(folder);
}

function syncFolder(folder: string): void {
  // Windows opens no folders, and its file system journals names by itself.
  if (Deno.build.os === "windows") return;
  using file = Deno.openSync(folder);
  file.syncSync();
}
