/** The argument `files`: the contents of files that an agent edited on its own disk. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { printable, quotable } from "../../core/printable.ts";
import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { grouped } from "../../core/report.ts";
import { isRecordPath } from "../../project/records/records.ts";
import type { JsonSchema } from "../../spec/json_schema.ts";
import { isProtectedPath } from "../../workspace/state_folder.ts";
import type { GivenFiles } from "../projects/overlay.ts";
import { isTooDeep, storageProblem } from "../projects/stored_text.ts";

/** Maximum number of files in one call. */
const MAX_FILES = 2_000;

/** The schema of the argument in `tools/list`. */
export const FILES_SCHEMA: JsonSchema = {
  type: "object",
  description: "Edited files by path; null: removed",
};

/** The files, or all problems with them. */
export type ReadFiles =
  | { readonly kind: "files"; readonly files: GivenFiles }
  | { readonly kind: "invalid"; readonly diagnostics: readonly Diagnostic[] };

/** Reads the argument. */
export function readFiles(value: unknown): ReadFiles {
  if (value === undefined) return { kind: "files", files: new Map() };
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const message = "Argument 'files' must be an object that maps paths to file contents.";
    return invalid([error("usage-argument", message)]);
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_FILES) {
    const message = `Argument 'files' has ${grouped(entries.length)} files (limit ${
      grouped(MAX_FILES)
    }).`;
    return invalid([
      error("usage-argument", message, { hint: "Send only the files that you edited" }),
    ]);
  }
  const diagnostics = entries.flatMap(([path, text]) => {
    const reason = fileProblem(path, text);
    const message = `Cannot store '${quotable(printable(path))}' (${reason}); nothing was stored.`;
    return reason === null ? [] : [error("files-invalid", message)];
  });
  if (diagnostics.length > 0) return invalid(diagnostics);
  return { kind: "files", files: new Map(entries as [ProjectPath, string | null][]) };
}

function invalid(diagnostics: readonly Diagnostic[]): ReadFiles {
  return { kind: "invalid", diagnostics };
}

function fileProblem(path: string, text: unknown): string | null {
  if (typeof text !== "string" && text !== null) return "its contents must be a string or null";
  // This check comes first, because the other checks take longer for deep paths.
  if (text !== null && isTooDeep(path)) return storageProblem(path, text);
  if (!isProjectPath(path)) return "not a path below the project's root";
  if (isReserved(path) || isProtectedPath(path)) return "git or Layerwright reserves that folder";
  return storageProblem(path, text);
}

function isReserved(path: string): boolean {
  return !isRecordPath(path) && /^\.layerwright(?:\/|$)/i.test(path);
}
