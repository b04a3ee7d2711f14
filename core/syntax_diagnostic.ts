/** The error for text that is not JSON or YAML. */

import { type Diagnostic, error } from "./diagnostic.ts";
import type { JsonSyntaxError } from "./json.ts";
import { excerpt, positionAt } from "./json_text.ts";

/** Returns the error for text that is not in its format, with an excerpt. */
export function syntaxDiagnostic(
  { reason, at }: JsonSyntaxError,
  text: string,
  path: string,
  format: "JSON" | "YAML" = "JSON",
): Diagnostic {
  const { line, column } = positionAt(text, at);
  return error(
    "json-syntax",
    `Invalid ${format} in ${path}:${line}:${column} (${reason}).\n${excerpt(text, at)}`,
    { where: { path, line, column, pointer: null } },
  );
}
