/** How text looks in a terminal. */

import { oneLine } from "../core/printable.ts";
import { styleText } from "node:util";

export type Format = Parameters<typeof styleText>[0];

/** Colours text, or leaves it as it is. */
export type Style = (format: Format, text: string) => string;

export function style(colour: boolean): Style {
  return (format, text) => colour ? styleText(format, text, { validateStream: false }) : text;
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

/** Wider cells stand out of their column: padding all others to them would take the space many times. */
const WIDEST_COLUMN = 200;

/** Columns of each part of a table's rows, so that they stand below each other. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  const lines = rows.map((row) => row.map(oneLine));
  for (const row of lines) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.min(WIDEST_COLUMN, Math.max(widths[index] ?? 0, cell.length));
    }
  }
  return lines.map((row) =>
    row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ").trimEnd()
  );
}

/** A path as people know it: from their home, if it is in there. */
export function shortPath(path: string, home: string | undefined): string {
  if (!home || (path !== home && !path.startsWith(`${home}/`))) return path;
  return `~${path.slice(home.length)}`;
}
