/** What people are told of files that cannot be read, edited or written. */

import { type DiagnosticDetails, error } from "../core/diagnostic.ts";
import type { SetupDiagnostic } from "./diagnostic.ts";
import type { Broken } from "./formats/config_format.ts";
import type { WriteOutcome } from "./host.ts";

/** A file that cannot be read. */
export function readProblem(
  path: string,
  reason: string,
  details: DiagnosticDetails = {},
): SetupDiagnostic {
  return error("file-unreadable", `Cannot read '${path}' (${reason}).`, details);
}

/** A file that does not parse, or holds something else than agents read there. */
export function syntaxProblem(
  path: string,
  { line, column, reason, isSyntax }: Broken,
): SetupDiagnostic {
  const hint = `Mend it (${reason}), then run the same again`;
  const where = { path, line, column, pointer: null };
  const what = isSyntax ? "does not parse" : "cannot be edited";
  return error("setup-syntax", `${path}:${line}:${column} ${what}.`, { hint, where });
}

/** A write that did not happen. */
export function writeProblem(
  path: string,
  outcome: Exclude<WriteOutcome, { readonly kind: "written" }>,
): SetupDiagnostic {
  if (outcome.kind === "changed") {
    const hint = "Run the same again";
    return error("setup-changed", `${path} changed since the preview.`, { hint });
  }
  return error("write-failed", `Cannot write '${path}' (${outcome.reason}).`);
}

/** A problem as a sentence without its end. */
export function phrase({ message }: SetupDiagnostic): string {
  return message.replace(/\.$/, "");
}
