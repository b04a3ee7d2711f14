/** Diagnostics, as people read them. */

import type { Diagnostic } from "../core/diagnostic.ts";
import type { View } from "./view.ts";

const PREFIXES = {
  error: ["Error: ", "red"],
  warning: ["Warning: ", "yellow"],
  info: ["", "reset"],
} as const;

/** A diagnostic without its hint. */
export function formatDiagnostic(
  { severity, code, message, where }: Diagnostic,
  view: View,
): string {
  const [prefix, colour] = code === "interrupted" ? PREFIXES.info : PREFIXES[severity];
  const shown = prefix === "" ? "" : view.style(colour, prefix.trimEnd()) + " ";
  const text = `${shown}${message}`;
  if (!view.verbose || where === null || message.includes("\n")) return text;
  const place = [where.path, where.line, where.column].filter((part) => part !== null).join(":");
  return `${text}\n  ${place}`;
}
