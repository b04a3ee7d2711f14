/** Upgrades the files of a project that belong to no route. */

import type { ProjectPath } from "../../core/project_path.ts";
import { symbolHashes, textHash } from "../../project/facts/code_hash.ts";
import { README_PATH } from "../../project/layout/layout.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import { fileRecord } from "../edits/merge.ts";
import { withEolOf } from "../plans/plan.ts";
import { isProjectInput, projectFiles } from "../code/project_files.ts";
import type { RecordedProject } from "./recorded_project.ts";
import { upgradeModule } from "./upgrade_module.ts";
import type { UpgradedProject } from "./upgraded_project.ts";

/**
 * Upgrades files, and returns the records of all files.
 *
 * @param parts The paths of the files whose templates changed.
 */
export function upgradeProjectFiles(
  project: UpgradedProject,
  { records: { manifest: { files: recorded, input } }, values, untouched }: RecordedProject,
  parts: ReadonlySet<string>,
): ReadonlyMap<ProjectPath, FileRecord> {
  const records = new Map(recorded);
  // Only the README has values that depend on the spec. The code may not show them exactly.
  const isKnown = input === null || isProjectInput(input, values);
  for (const [path, generated] of projectFiles(values)) {
    if (!parts.has(path) || path === README_PATH && !isKnown) continue;
    const record = upgradeFile(project, path, generated, recorded.get(path));
    if (record !== undefined) records.set(path, record);
    if (untouched.has(path)) replaceWhole(project, path, generated);
  }
  return records;
}

/**
 * Replaces a whole file if all its definitions are as generated, so that the text around them is
 * upgraded, too.
 */
function replaceWhole(project: UpgradedProject, path: ProjectPath, generated: string): void {
  const text = project.text(path) ?? "";
  const wanted = symbolHashes(generated);
  const names = [...symbolHashes(text)];
  const isSame = names.length === wanted.size &&
    names.every(([name, hash]) => wanted.get(name) === hash);
  if (isSame) project.set(path, withEolOf(text, generated));
}

/** Upgrades a file, and returns its new record; `undefined` for a file that people wrote. */
function upgradeFile(
  project: UpgradedProject,
  path: ProjectPath,
  generated: string,
  known: FileRecord | undefined,
): FileRecord | undefined {
  const before = project.text(path);
  const record = fileRecord(path, generated);
  if (before === undefined) {
    if (known !== undefined) return known;
    project.set(path, generated);
    return record;
  }
  const wanted = withEolOf(before, generated);
  if (before === wanted) return record;
  if (known === undefined) return undefined;
  if (path.endsWith(".py")) {
    const { text, symbols, left } = upgradeModule({
      path,
      before,
      generated,
      known: known.symbols,
    });
    project.set(path, text);
    for (const name of left) project.leave(path, name, generated);
    return { hash: null, symbols };
  }
  if (known.hash === textHash(before)) {
    project.set(path, wanted);
    return record;
  }
  if (known.hash !== record.hash) project.leave(path, null, wanted);
  return known;
}
