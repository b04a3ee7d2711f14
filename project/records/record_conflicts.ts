/** Finds records in which git left a conflict. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { isRecordPath } from "./records.ts";

/** The first marker of a conflict in a record. */
export interface RecordConflict {
  readonly path: ProjectPath;
  /** 1-based. */
  readonly line: number;
}

/**
 * Finds the records that have markers of a merge conflict. They can be read, with both sides, but nothing shows
 * that people want both.
 *
 * @example
 * ```ts
 * import { recordConflicts } from "./record_conflicts.ts";
 * import { projectPath } from "../../core/project_path.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const path = projectPath(".layerwright/routes/orders");
 * const text = "mounted /orders\n<<<<<<< HEAD\n=======\n>>>>>>> feature\n";
 * deepEqual(recordConflicts(new Map([[path, text]])), [{ path, line: 2 }]);
 * ```
 */
export function recordConflicts(files: Snapshot): readonly RecordConflict[] {
  return [...files].flatMap(([path, text]) => {
    if (!isRecordPath(path) || !text.includes("<<<<<<< ")) return [];
    const index = text.split("\n").findIndex((line) => line.startsWith("<<<<<<< "));
    return index === -1 ? [] : [{ path, line: index + 1 }];
  });
}
