/** The error for text that is not JSON. */

import { type Diagnostic, error } from "./diagnostic.ts";
import type { JsonSyntaxError } from "./json.ts";
import { excerpt, positionAt } from "./json_text.ts";

/** Returns the error for text that is not JSON, with an excerpt. */
export function syntaxDiagnostic(
  { reason, at }: JsonSyntaxError,
  text: string,
  path: string,
): Diagnostic {
  const { line, column } = positionAt(text, at);
  return error(
    "json-syntax",
    `Invalid JSON in ${path}:${line}:${column} (${reason}).\n${excerpt(text, at)}`,
    { where: { path, line, column, pointer: null } },
  );
}
