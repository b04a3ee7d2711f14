/** Selects the Python files of a project. */

import type { Snapshot } from "../../core/change_set.ts";

/** Returns only the Python files. */
export function pythonFiles(files: Snapshot): Snapshot {
  return new Map([...files].filter(([path]) => path.endsWith(".py")));
}
