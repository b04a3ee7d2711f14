/** Comparing what a page shows with what was printed. */

/**
 * Whether a page shows what was printed: a line `...` stands for any lines, `...` within a line for
 * any text in it.
 */
export function isShown(shown: string, printed: string): boolean {
  const pattern = shown.split("\n").map((line, index, { length }) => {
    if (line === "...") return "(?:.*\n)*";
    const text = line.split("...").map(RegExp.escape).join(".*");
    return index === length - 1 ? text : `${text}\n`;
  });
  return new RegExp(`^${pattern.join("")}$`).test(printed);
}

/** What differs from run to run, made the same. */
export function masked(printed: string): string {
  return printed
    .replaceAll(/ in \d+ ms$/gm, " in 41 ms")
    .replaceAll(/(backup\/)[0-9a-f]{12}/g, "$1...");
}
