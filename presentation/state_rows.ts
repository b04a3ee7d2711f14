/** Formats rows of endpoints with their states. */

import { oneLine } from "../core/printable.ts";
import { notedTable } from "./noted_table.ts";
import type { View } from "./view.ts";

/** An endpoint to list. */
export interface StateRow {
  /** The state of the endpoint, such as `changed`, or of its code, such as `edited`. */
  readonly word: string;
  readonly isDrift: boolean;
  readonly method: string;
  readonly path: string;
  /** A remark about the endpoint: its first line goes into the row, further lines go below it. */
  readonly note: string;
}

/**
 * Formats endpoints with aligned columns. Omits the further lines of a note if the previous row has
 * the same further lines.
 *
 * @param columns The width to wrap to.
 */
export function stateRows(
  all: readonly StateRow[],
  { style, columns }: Pick<View, "style" | "columns">,
): readonly string[] {
  const rows = all.map((row, index) => splitNote(row, all[index - 1]));
  const cells = rows.map(({ word, method, path, first }) => [`  ${word}`, method, path, first]);
  const lines = notedTable(cells, columns);
  return rows.map(({ word, isDrift, method, more }, index) => {
    const rest = (lines[index] ?? "").slice(word.length + 2)
      .replace(method, () => style("cyan", method));
    const below = more.map((line) => `\n      ${oneLine(line)}`);
    return `  ${isDrift ? style("yellow", word) : word}${rest}${below.join("")}`;
  });
}

function splitNote(row: StateRow, above: StateRow | undefined) {
  const [first = "", ...more] = row.note.split("\n");
  const [firstAbove, ...moreAbove] = above?.note.split("\n") ?? [];
  const isRepeated = more.length > 0 && more.join("\n") === moreAbove.join("\n");
  if (!isRepeated) return { ...row, first, more };
  return { ...row, first: first === firstAbove ? "" : first, more: [] };
}
