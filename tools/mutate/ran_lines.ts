/** Reads coverage in the lcov format. */

/**
 * Returns the lines that ran completely, by file. Deno counts no hits for a line if any part of it did not
 * run.
 *
 * @param lcov The output of `deno coverage --lcov`.
 */
export function readRanLines(lcov: string): Map<string, Set<number>> {
  const files = new Map<string, Set<number>>();
  let ran = new Set<number>();
  for (const entry of lcov.split("\n")) {
    if (entry.startsWith("SF:")) {
      ran = new Set();
      files.set(entry.slice("SF:".length), ran);
    } else if (entry.startsWith("DA:")) {
      const [line, hits] = entry.slice("DA:".length).split(",").map(Number);
      if (line !== undefined && hits !== 0) ran.add(line);
    }
  }
  return files;
}
