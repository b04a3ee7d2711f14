/** Reads a file only if it is the file that was checked before. */

/**
 * Reads a file if it is still the file that was checked before. Opens the path only once, so that no other
 * file is read if the path is swapped.
 *
 * @param path The real path of a regular file.
 * @param info The file's information, as it was checked.
 * @param buffer Memory for the content of a small file; by default, each file gets new memory.
 * @returns The content, which may be a part of `buffer`; `null` if the path now leads to another file.
 */
export function readSameFile(
  path: string,
  info: Deno.FileInfo,
  buffer?: Uint8Array,
): Uint8Array | null {
  using file = Deno.openSync(path);
  const opened = file.statSync();
  return isSameFile(info, opened) ? readToEnd(file, opened.size, buffer) : null;
}

/** Reports whether both arguments describe the same regular file. The content may differ. */
export function isSameFile(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.ino === b.ino && a.dev === b.dev && b.isFile;
}

/** @param expected The size of the file; 0 if the system does not know it. */
function readToEnd(
  file: Deno.FsFile,
  expected: number,
  buffer?: Uint8Array,
): Uint8Array {
  let content = buffer && buffer.length > expected ? buffer : new Uint8Array(expected + 1);
  let length = 0;
  for (;;) {
    const count = file.readSync(content.subarray(length));
    if (count === null) return content.subarray(0, length);
    length += count;
    // Ends at the expected size. A read that checks for the end would double the number of calls, and bytes
    // that are appended now need not be read.
    if (length === expected) return content.subarray(0, length);
    if (length < content.length) continue;
    const larger = new Uint8Array(2 * length);
    larger.set(content);
    content = larger;
  }
}
