/** Creates the history's records for projects in memory or in a database. */

import type { Change } from "../core/change_set.ts";
import type { ChangeRecord, FileVersion } from "../core/history.ts";

/**
 * Returns the record of changes. Projects in memory or in a database have no folders to record, no permission
 * bits, and only one encoding.
 */
export function textRecord(changes: readonly Change[]): ChangeRecord {
  const version = (text: string | null): FileVersion | null =>
    text === null ? null : { text, encoding: "utf-8", mode: null };
  const files = changes.map(({ path, before, after }) => ({
    path,
    before: version(before),
    after: version(after),
  }));
  return { files, folders: [] };
}
