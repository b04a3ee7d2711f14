/** Writing files, and knowing that they would survive a power cut. */

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

/** Returns when the disk knows what was created, renamed and removed in a folder. */
export function syncFolder(folder: string): void {
  // Windows opens no folders, and its file system journals names by itself.
  if (Deno.build.os === "windows") return;
  using file = Deno.openSync(folder);
  file.syncSync();
}
