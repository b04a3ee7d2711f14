/** Reads a whole project, for commands that usually need only a few of its files. */

import { projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { MANIFEST_PATH } from "../../project/records/manifest.ts";
import { recordsIn } from "../../project/records/records.ts";
import { RECORDS_FOLDER } from "../../project/records/route_record.ts";
import { projectTemplates } from "../../templates/mod.ts";
import type { Reads } from "./planner.ts";
import type { Project } from "../../project/project.ts";

/** The files and folders to read before {@linkcode readsOfWhole}. */
export const READS_BEFORE_WHOLE = {
  files: [MANIFEST_PATH],
  folders: [RECORDS_FOLDER],
} satisfies Reads;

/** Reads all code, data files and records of a project, and its project-wide files. */
export function readsOfWhole({ folders }: Project): Reads {
  return {
    files: [
      ...[...projectTemplates.keys()].map(projectPath),
      ...recordsIn(folders),
    ],
    below: [DEFAULT_LAYOUT.mocksFolder, DEFAULT_LAYOUT.docsPage],
    python: () => true,
  };
}
