/** Reading a file only if it is the one that was checked. */

/**
 * Reads a file if it is still the one that was checked. Opens the path once, so that the file cannot be
 * swapped between the check and the read.
 *
 * @param path The real path of a regular file.
 * @param info The file's information, as it was checked.
 * @returns The content; `null` if another file is at the path now.
 */
export function readSameFile(path: string, info: Deno.FileInfo): Uint8Array | null {
  using file = Deno.openSync(path);
  const opened = file.statSync();
  return isSameFile(info, opened) ? readToEnd(file, opened.size) : null;
}

/** Reports whether both describe the same regular file. Its content may have changed. */
export function isSameFile(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.ino === b.ino && a.dev === b.dev && b.isFile;
}

/** @param expected The size of the file; 0 if the system does not know it. */
function readToEnd(file: Deno.FsFile, expected: number): Uint8Array {
  let content = new Uint8Array(expected + 1);
  let length = 0;
  for (;;) {
    const count = file.readSync(content.subarray(length));
    if (count === null) return content.subarray(0, length);
    length += count;
    // Bytes that are appended from now on need not be read. Checking for them would double the calls.
    if (length === expected) return content.subarray(0, length);
    if (length < content.length) continue;
    const larger = new Uint8Array(2 * length);
    larger.set(content);
    content = larger;
  }
}
