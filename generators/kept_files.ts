/** Files that people had where a project is generated. */

import { type Diagnostic, info } from "../core/diagnostic.ts";
import { counted } from "../core/report.ts";

/** Names the files that stay as people wrote them; no diagnostic if there are none. */
export function keptFiles(paths: readonly string[]): readonly Diagnostic[] {
  if (paths.length === 0) return [];
  const list = paths.join(", ");
  return [info("files-kept", `Kept ${counted(paths.length, "file")} that existed before: ${list}`)];
}
