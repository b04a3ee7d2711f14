/** Formats tables whose last column wraps. */

import { oneLine } from "../core/printable.ts";
import { table, wrap } from "./style.ts";

/** Minimum width of the last column. If there is less room, its text goes below the row. */
const NARROWEST = 30;

/** Indentation of text below its row. */
const BELOW = 6;

/**
 * Formats rows of cells as lines with aligned columns. The last cell of a row wraps within its column, or below
 * its row if there is no room beside it.
 *
 * @param columns The width to wrap to; `Infinity` to never wrap.
 *
 * @example
 * ```ts
 * import { notedTable } from "./noted_table.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const rows = [["new", "GET", "/users", "its model has another name now, too"]];
 * const note = "its model has another name now,";
 * deepEqual(notedTable(rows, 53), [`new  GET  /users  ${note} too`]);
 * deepEqual(notedTable(rows, 50), [`new  GET  /users  ${note}\n                  too`]);
 * deepEqual(notedTable(rows, 40), [`new  GET  /users\n      ${note}\n      too`]);
 * ```
 */
export function notedTable(rows: readonly (readonly string[])[], columns: number): string[] {
  const notes = rows.map((row) => oneLine(row.at(-1) ?? ""));
  // A `|` in place of the text keeps the padding of the columns before it.
  const lines = table(rows.map((row) => [...row.slice(0, -1), "|"]));
  return lines.map((line, index) => {
    const note = notes[index] ?? "";
    const before = line.slice(0, -1);
    const start = before.length;
    if (note === "") return before.trimEnd();
    if (start + note.length <= columns) return before + note;
    if (columns - start >= NARROWEST) return before + wrap(note, start, columns, start);
    const indent = " ".repeat(BELOW);
    return `${before.trimEnd()}\n${indent}${wrap(note, BELOW, columns, BELOW)}`;
  });
}
