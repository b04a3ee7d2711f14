/** Reads coverage in the format of lcov. */

/** Lines of one file by whether they ran; lines that are no code are absent. */
export type CoveredLines = ReadonlyMap<number, boolean>;

/**
 * Returns the lines that ran, by file.
 *
 * @param lcov What `deno coverage --lcov` writes.
 */
export function readCoveredLines(lcov: string): Map<string, CoveredLines> {
  const files = new Map<string, Map<number, boolean>>();
  let lines = new Map<number, boolean>();
  for (const entry of lcov.split("\n")) {
    if (entry.startsWith("SF:")) {
      lines = new Map();
      files.set(entry.slice("SF:".length), lines);
    } else if (entry.startsWith("DA:")) {
      const [line, hits] = entry.slice("DA:".length).split(",").map(Number);
      if (line !== undefined && hits !== undefined) lines.set(line, hits > 0);
    }
  }
  return files;
}
