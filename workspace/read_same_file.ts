/** Reading the very file that was checked, whatever took its place since. */

/**
 * Reads a file if it is still the one that was looked at: the path is opened once, and read from there.
 *
 * @param path The real path of a regular file.
 * @param info What was found there.
 * @returns The content; `null` if another file is there now.
 */
export function readSameFile(path: string, info: Deno.FileInfo): Uint8Array | null {
  using file = Deno.openSync(path);
  const opened = file.statSync();
  return isSameFile(info, opened) ? readToEnd(file, opened.size) : null;
}

/** Reports whether two looks were at the same file, though it may have been written to. */
export function isSameFile(a: Deno.FileInfo, b: Deno.FileInfo): boolean {
  return a.ino === b.ino && a.dev === b.dev && b.isFile;
}

function readToEnd(file: Deno.FsFile, expected: number): Uint8Array {
  // One more byte, to find the end without another buffer.
  let content = new Uint8Array(expected + 1);
  let length = 0;
  for (;;) {
    const count = file.readSync(content.subarray(length));
    if (count === null) return content.subarray(0, length);
    length += count;
    if (length < content.length) continue;
    const larger = new Uint8Array(2 * length);
    larger.set(content);
    content = larger;
  }
}
