/** Merges the project-wide files: those that belong to no route. */

import { VERSION } from "../../core/version.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT, README_PATH } from "../../project/layout/layout.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import type { Records } from "../../project/records/records.ts";
import { mocksTemplate, type ProjectValues } from "../../templates/mod.ts";
import type { Choices } from "../plans/choices.ts";
import type { FileMerges } from "../edits/file_merges.ts";
import { projectFiles, projectInput } from "../code/project_files.ts";

/** The input for merging the files that belong to no route. */
export interface ProjectMerge {
  readonly earlier: Records | null;
  readonly choices: Choices;
  /** Whether the mock of any endpoint is in a data file. */
  readonly loadsMocks: boolean;
  /** Whether the project gets its first checked query or body. */
  readonly addsSupport: boolean;
}

/**
 * Merges the files that belong to no route. In an existing project, only files without code follow the
 * spec, such as the README: newer templates must not change a project whose spec did not change.
 *
 * @returns The paths of all files that are or were generated.
 */
export function mergeProjectFiles(
  values: ProjectValues,
  { earlier, choices, loadsMocks, addsSupport }: ProjectMerge,
  merges: FileMerges,
): readonly ProjectPath[] {
  const { draft, layout } = merges;
  const files = projectFiles(values, layout);
  if (loadsMocks) files.set(DEFAULT_LAYOUT.mocksPackage, mocksTemplate({}));
  const known = earlier?.manifest.files ?? new Map<ProjectPath, FileRecord>();
  const input = earlier?.manifest.input ?? null;
  const follows = earlier === null ||
    input !== null && (addsSupport || input !== projectInput(values));
  for (const [path, text] of files) {
    const record = known.get(path);
    const at = layout.placed(path);
    const isNew = earlier === null || path === DEFAULT_LAYOUT.mocksPackage && !draft.has(at);
    const isRestored = choices.restore.has(path) && !draft.has(at);
    // A newer README would describe code that an older project does not have.
    const isCurrent = path !== README_PATH || earlier?.manifest.version === VERSION;
    const isFollowing = record !== undefined && follows && !path.endsWith(".py") && isCurrent;
    if (!isNew && !isRestored && !isFollowing) continue;
    const policy = () => isRestored ? "restore" : "follow";
    merges.merge({ path, at, text, known: record, policy });
  }
  return [...new Set([...known.keys(), ...files.keys()])];
}
