/** The changes that write the records of a project. */

import type { Change, Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { formatManifest, MANIFEST_PATH, parseManifest } from "../project/manifest.ts";
import { earlierFiles, GIT_SETTINGS, type Records } from "../project/records.ts";
import { formatRecordFiles } from "../project/renamed_record.ts";
import {
  formatRouteRecord,
  namesPath,
  parseRouteRecord,
  recordedRouteAt,
  recordPath,
} from "../project/route_record.ts";
import { fileChange, withEolOf } from "./plan.ts";

/** Git's settings for Layerwright's folder. Git tracks only the records and these settings. */
const SETTINGS_OF_GIT = [
  [
    GIT_SETTINGS.ignore,
    ["*", "!.gitignore", "!.gitattributes", "!manifest", "!routes/", "!routes/*", ""].join("\n"),
  ],
  [
    GIT_SETTINGS.attributes,
    "manifest linguist-generated\nroutes/* linguist-generated\n",
  ],
] as const;

/** Rewrites a record without the duplicate lines and the conflict markers that a merge left. */
function normalized(path: ProjectPath, text: string): string {
  if (path === MANIFEST_PATH) return formatManifest(parseManifest(text));
  return recordedRouteAt(path) === null ? text : formatRouteRecord(parseRouteRecord(text));
}

/** A line that a merge conflict left. */
const CONFLICT_MARKER = /^(?:<{7}|={7}|>{7})/m;

/** Reports whether a project has no records, or only records of the first edition. */
function isUnmoved(manifest: string | undefined): boolean {
  return manifest === undefined || earlierFiles(manifest).length > 0;
}

/**
 * Returns the changes that write records.
 *
 * @param records The manifest, and the records of all routes that may have changed.
 * @param snapshot The present records.
 */
export function recordChanges(
  { manifest, routes }: Records,
  snapshot: Snapshot,
): readonly Change[] {
  const texts = [
    [MANIFEST_PATH, formatManifest(manifest)] as const,
    ...[...routes].flatMap(([route, each]) => {
      const { record, names } = formatRecordFiles(each);
      return [[recordPath(route), record] as const, [namesPath(route), names] as const];
    }),
  ];
  const isNew = isUnmoved(snapshot.get(MANIFEST_PATH));
  const all = isNew ? [...texts, ...SETTINGS_OF_GIT] : texts;
  return all.flatMap(([path, text]): readonly Change[] => {
    const before = snapshot.get(path) ?? null;
    // In most cases, a record does not change.
    if (before === text) return [];
    const isSame = before !== null && normalized(path, before) === text;
    if (isSame && !CONFLICT_MARKER.test(before)) return [];
    if (text !== "") {
      return fileChange(path, before, before === null ? text : withEolOf(before, text));
    }
    return before === null ? [] : [{ kind: "delete", path, before, after: null }];
  });
}
