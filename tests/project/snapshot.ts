/** Snapshots of projects. */

import type { Snapshot } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";

/** Creates a snapshot from texts by their paths. */
export function snapshot(files: Readonly<Record<string, string>>): Snapshot {
  return new Map(Object.entries(files).map(([path, text]) => [projectPath(path), text]));
}
