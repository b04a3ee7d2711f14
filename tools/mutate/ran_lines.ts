/** Reads coverage in the format of lcov. */

/**
 * Returns the lines that ran as a whole, by file. Deno counts no hits for a line of which any part did not
 * run.
 *
 * @param lcov What `deno coverage --lcov` writes.
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
