/** Formats code with the line endings and the indentation of its target file. */

import { tokenize } from "./expression.ts";
import { positionAt } from "./position.ts";
import { type PythonScan, scanPython } from "./scanner.ts";

/** The style of a file at one position. */
export interface CodeStyle {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** The indentation to put before each line. */
  readonly margin: string;
}

const UNIT_WIDTH = 4;

/**
 * Formats code in the style of a file. Lines that start inside a string keep their indentation,
 * because it is part of the string's value.
 *
 * @param code Lines that end with `\n`, with four spaces per level. A margin that all lines share is removed.
 * @returns The code without leading and trailing line breaks.
 *
 * @example
 * ```ts
 * import { reindent } from "./reindent.ts";
 * import { equal } from "node:assert/strict";
 *
 * const style = { eol: "\r\n", unit: "\t", margin: "\t" };
 * equal(reindent("def get():\n    return 1\n", style), "\tdef get():\r\n\t\treturn 1");
 * ```
 */
export function reindent(code: string, style: CodeStyle): string {
  const text = code.replace(/\r\n?/g, "\n").replace(/^\n+/, "").trimEnd();
  const base = /^ */.exec(text)?.[0] ?? "";
  const kept = linesInsideStrings(scanPython(text));
  return text
    .split("\n")
    .map((line, index) => kept.has(index + 1) ? line : fitLine(line, base, style))
    .join(style.eol);
}

function fitLine(line: string, base: string, { unit, margin }: CodeStyle): string {
  const dedented = line.startsWith(base) ? line.slice(base.length) : line.trimStart();
  const text = dedented.trimStart();
  if (text === "") return "";
  const spaces = dedented.length - text.length;
  const levels = Math.floor(spaces / UNIT_WIDTH);
  return margin + unit.repeat(levels) + " ".repeat(spaces % UNIT_WIDTH) + text;
}

/** Lists the 1-based physical lines that start inside a string literal. */
function linesInsideStrings({ source, lines, physical }: PythonScan): Set<number> {
  const inside = new Set<number>();
  for (const line of lines) {
    if (line.row === line.endRow) continue;
    for (const token of tokenize(source, line.start, line.end)) {
      if (token.kind !== "string") continue;
      const last = positionAt(physical.starts, token.end).line;
      for (let row = positionAt(physical.starts, token.start).line + 1; row <= last; row++) {
        inside.add(row);
      }
    }
  }
  return inside;
}
