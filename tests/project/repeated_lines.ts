/** Python code of any length. */

/** Writes numbered lines. */
export function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
}

/**
 * Repeats a template. `#` stands for the number of the repetition, and `+` for the next one. All
 * numbers have the same width.
 */
export function repeated(count: number, template: string): string {
  return Array.from(
    { length: count },
    (_, index) => template.replaceAll("#", digits(index)).replaceAll("+", digits(index + 1)),
  ).join("");
}

function digits(number: number): string {
  return String(number).padStart(4, "0");
}
