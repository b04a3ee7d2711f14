/** Files that existed before a project was generated. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import { counted } from "../../core/report.ts";

/** Reports the files that were kept, if there are any. */
export function keptFiles(paths: readonly string[]): readonly Diagnostic[] {
  if (paths.length === 0) return [];
  const list = paths.join(", ");
  return [info("files-kept", `Kept ${counted(paths.length, "file")} that existed before: ${list}`)];
}
