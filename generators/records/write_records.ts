/** Writes the records of a project. */

import type { ProjectPath } from "../../core/project_path.ts";
import { formatManifest, MANIFEST_PATH, parseManifest } from "../../project/records/manifest.ts";
import { GIT_SETTINGS, type Records } from "../../project/records/records.ts";
import { formatRecordFiles, rewrittenNames } from "../../project/records/renamed_record.ts";
import {
  formatRouteRecord,
  namesPath,
  parseRouteRecord,
  recordPath,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { withEolOf } from "../plans/plan.ts";

/** A file of the records, and how to rewrite it without the duplicate lines that a merge left. */
interface RecordFile {
  readonly path: ProjectPath;
  readonly text: string;
  readonly rewritten: (text: string) => string;
}

function routeFiles(route: string, record: RouteRecord): readonly RecordFile[] {
  const texts = formatRecordFiles(route, record);
  const name = record.form?.name ?? route;
  return [
    {
      path: recordPath(route),
      text: texts.record,
      rewritten: (text) => formatRouteRecord(parseRouteRecord(text, name), name),
    },
    { path: namesPath(route), text: texts.names, rewritten: rewrittenNames },
  ];
}

/** Git's settings for Layerwright's folder. Git tracks only the records and these settings. */
const SETTINGS_OF_GIT: readonly RecordFile[] = [
  {
    path: GIT_SETTINGS.ignore,
    text: "*\n!.gitignore\n!.gitattributes\n!manifest\n!routes/\n!routes/*\n",
    rewritten: (text) => text,
  },
  {
    path: GIT_SETTINGS.attributes,
    text: "manifest linguist-generated\nroutes/* linguist-generated\n",
    rewritten: (text) => text,
  },
];

/** A line that a merge conflict left. */
const CONFLICT_MARKER = /^(?:<{7}|={7}|>{7})/m;

/**
 * Writes records.
 *
 * @param records The manifest, and the records of all routes that may have changed.
 */
export function writeRecords({ manifest, routes }: Records, draft: ProjectDraft): void {
  const files: readonly RecordFile[] = [
    {
      path: MANIFEST_PATH,
      text: formatManifest(manifest),
      rewritten: (text) => formatManifest(parseManifest(text)),
    },
    ...[...routes].flatMap(([route, record]) => routeFiles(route, record)),
    ...draft.text(MANIFEST_PATH) === undefined ? SETTINGS_OF_GIT : [],
  ];
  for (const { path, text, rewritten } of files) {
    const before = draft.text(path);
    // In most cases, a record does not change.
    if ((before ?? "") === text) continue;
    const isSame = before !== undefined && rewritten(before) === text;
    if (isSame && !CONFLICT_MARKER.test(before)) continue;
    if (text === "") draft.delete(path);
    else draft.write(path, before === undefined ? text : withEolOf(before, text));
  }
}
