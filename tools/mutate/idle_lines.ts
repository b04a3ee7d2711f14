/** Reads coverage in the format of lcov. */

/**
 * Returns the lines that did not run, by file. Lines that are no code are not among them.
 *
 * @param lcov What `deno coverage --lcov` writes.
 */
export function readIdleLines(lcov: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let idle = new Set<number>();
  for (const entry of lcov.split("\n")) {
    if (entry.startsWith("SF:")) {
      idle = new Set();
      files.set(entry.slice("SF:".length), idle);
    } else if (entry.startsWith("DA:")) {
      const [line, hits] = entry.slice("DA:".length).split(",").map(Number);
      if (line !== undefined && hits === 0) idle.add(line);
    }
  }
  return files;
}
