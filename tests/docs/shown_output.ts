/** Compares the output on a page with the real output. */

/**
 * Reports whether output matches the page. A line `...` matches any lines, and `...` in a line any text.
 */
export function isShown(shown: string, printed: string): boolean {
  const pattern = shown.split("\n").map((line, index, { length }) => {
    if (line === "...") return "(?:.*\n)*";
    const text = line.split("...").map(RegExp.escape).join(".*");
    return index === length - 1 ? text : `${text}\n`;
  });
  return new RegExp(`^${pattern.join("")}$`).test(printed);
}

/** Replaces values that differ between runs. */
export function masked(printed: string): string {
  return printed
    .replaceAll("\r\n", "\n")
    .replaceAll(/ in \d+ ms$/gm, " in 41 ms")
    .replaceAll(/(backup\/)[0-9a-f]{12}/g, "$1...");
}
