/** Styles and lays out text in a terminal. */

import { oneLine } from "../core/printable.ts";
import { styleText } from "node:util";

/** A format of Node's `styleText`. */
export type Format = Parameters<typeof styleText>[0];

/** Styles text, or returns it unchanged. */
export type Style = (format: Format, text: string) => string;

/** Creates a style that applies formats if `colour` is set. */
export function style(colour: boolean): Style {
  return (format, text) => colour ? styleText(format, text, { validateStream: false }) : text;
}

/**
 * Wraps text between words.
 *
 * @param first Columns already used on the first line.
 * @param columns Columns of the terminal.
 * @param indent Indentation of the following lines, in columns.
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

/**
 * Maximum width of a column. Wider cells extend past it: padding all other cells to their width
 * would waste space.
 */
const MAX_COLUMN_WIDTH = 200;

/** Formats rows of cells as lines with aligned columns. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  const lines = rows.map((row) => row.map(oneLine));
  for (const row of lines) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.min(MAX_COLUMN_WIDTH, Math.max(widths[index] ?? 0, cell.length));
    }
  }
  return lines.map((row) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ").trimEnd()
  );
}

/** Shortens a path in the home folder to one that starts with `~`. */
export function shortPath(path: string, home: string | undefined): string {
  if (!home || (path !== home && !path.startsWith(`${home}/`))) return path;
  return `~${path.slice(home.length)}`;
}
