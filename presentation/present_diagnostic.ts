/** Formats diagnostics. */

import type { Diagnostic, Location } from "../core/diagnostic.ts";
import { excerptAt } from "../core/json_text.ts";
import { printable } from "../core/printable.ts";
import { wrap } from "./style.ts";
import type { View } from "./view.ts";

const PREFIXES = {
  error: ["Error: ", "red"],
  warning: ["Warning: ", "yellow"],
  info: ["", "reset"],
} as const;

/** An input that diagnostics refer to. */
export interface Source {
  /** The path that diagnostics have for the input. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Maximum number of characters per line of an excerpt. */
const LINE_WIDTH = 70;

/**
 * Formats a diagnostic without its hint.
 *
 * @param source The input. If the diagnostic has a position in the input, the result includes that
 * line.
 */
export function formatDiagnostic(
  { severity, code, message, where }: Diagnostic<string>,
  view: View,
  source: Source | null = null,
): string {
  const [prefix, colour] = code === "interrupted" ? PREFIXES.info : PREFIXES[severity];
  const shown = prefix === "" ? "" : view.style(colour, prefix.trimEnd()) + " ";
  const text = `${shown}${message}`;
  if (where === null || message.includes("\n")) return text;
  const shownLine = lineOf(where, source, view);
  if (!view.verbose && shownLine === null) return text;
  const place = [where.path, where.line, where.column].filter((part) => part !== null).join(":");
  return [text, `  ${place}`, ...(shownLine === null ? [] : [shownLine])].join("\n");
}

/** Formats the hint of a diagnostic, wrapped to a width. */
export function formatHint(hint: string, columns: number): string {
  return wrap(`Hint: ${hint}`, 0, columns - 2, 6);
}

function lineOf(
  { path, line, column }: Location,
  source: Source | null,
  { columns }: View,
): string | null {
  if (source === null || path !== source.path || line === null || column === null) return null;
  const width = Math.min(LINE_WIDTH, columns - String(line).length - 5);
  return printable(excerptAt(source.lines, { line, column }, { above: 0, width }));
}
