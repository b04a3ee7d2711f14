/** How text looks in a terminal. */

import { styleText } from "node:util";

export type Format = Parameters<typeof styleText>[0];

/** Colours text, or leaves it as it is. */
export type Style = (format: Format, text: string) => string;

export function style(colour: boolean): Style {
  return (format, text) => colour ? styleText(format, text, { validateStream: false }) : text;
}

/**
 * Makes characters visible that would move the cursor, reorder text or hide in it.
 *
 * @example
 * ```ts
 * import { printable } from "./style.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(printable("a\u202eb\u001b[2J"), "a\\u202eb\\u001b[2J");
 * ```
 */
export function printable(text: string): string {
  // Unicode's tables take milliseconds to load.
  if (/^[\n\t -~]*$/.test(text)) return text;
  return text.replace(
    /(?![\n\t])[\p{Control}\p{Format}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

const QUOTABLE_LENGTH = 60;

/**
 * Text that people typed, for within a message: in one line that does not pass for two, and bearably
 * short.
 *
 * @example
 * ```ts
 * import { quotable } from "./style.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(quotable("a\nError: b"), "a\\nError: b");
 * ```
 */
export function quotable(text: string): string {
  const line = oneLine(text);
  return line.length > QUOTABLE_LENGTH ? `${line.slice(0, QUOTABLE_LENGTH)}...` : line;
}

/** Text with its line breaks made visible. */
function oneLine(text: string): string {
  return text.replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}

/**
 * Breaks text between words.
 *
 * @param first Columns already used on the first line.
 * @param columns Columns of the terminal.
 * @param indent Columns before each further line.
 */
export function wrap(text: string, first: number, columns: number, indent: number): string {
  const lines: string[] = [];
  let line = "";
  let room = columns - first;
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= room || line === "") {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
    room = columns - indent;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}

/** Columns of each part of a table's rows, so that they stand below each other. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  const lines = rows.map((row) => row.map(oneLine));
  for (const row of lines) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    }
  }
  return lines.map((row) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ").trimEnd()
  );
}
