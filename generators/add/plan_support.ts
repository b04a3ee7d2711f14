/** Plans the code that checked requests share. */

import { PYPROJECT_PATH } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import type { Records } from "../../project/records/records.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import type { Support } from "../../templates/mod.ts";
import { projectFiles, projectInput, projectValues } from "../code/project_files.ts";
import { installSteps, mergeSupport, missingDependency } from "../edits/request_support.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { mergeProjectFiles } from "../generate_api/merge_project_files.ts";
import { NO_CHOICES } from "../plans/choices.ts";
import { emptyPlan, type Plan } from "../plans/plan.ts";
import { writeRecords } from "../records/write_records.ts";
import { recordedProject } from "../upgrade/recorded_project.ts";

/**
 * Plans the code that checked requests share. Replacing a helper that people edited is a conflict.
 *
 * @param project The whole project.
 * @param support The code that the project has afterwards.
 * @param folder Path to the project's folder, for the suggested next steps.
 */
export function planSupport(
  project: Project,
  support: Support,
  folder: string,
): Plan<never> {
  const { records } = project;
  const draft = new ProjectDraft(project);
  const merges = new FileMerges(draft, false);
  if (records !== null) mergeFilesWithoutCode(records, project, support, merges);
  const known = records?.manifest.files ?? new Map();
  mergeSupport({ ...UNNAMED, ...support }, known, merges);
  if (merges.diagnostics.length > 0) return emptyPlan(merges.diagnostics);
  const files = new Map([...known, ...merges.records]);
  if (records !== null) {
    writeRecords({ ...records, manifest: { ...records.manifest, files } }, draft);
  }
  return {
    ...emptyPlan(missingDependency(support, draft)),
    changes: draft.changes(),
    conflicts: merges.conflicts.changes(),
    next: installSteps(support, project, folder),
  };
}

/** Values for code that does not depend on the project's name and routes. */
const UNNAMED: ProjectValues = projectValues("api", { description: null, routes: [] });

/**
 * Merges the files without code, such as `pyproject.toml`. If the project no longer shows all values
 * of these files, only `pyproject.toml` is merged, for its dependencies.
 */
function mergeFilesWithoutCode(
  records: Records,
  project: Project,
  support: Support,
  merges: FileMerges,
): void {
  const { name, input, files } = records.manifest;
  const { values } = recordedProject(name ?? UNNAMED.title, project, records);
  const now = { ...values, ...support };
  if (input === projectInput(values)) {
    const wanted = { earlier: records, choices: NO_CHOICES, loadsMocks: false, addsSupport: true };
    mergeProjectFiles(now, wanted, merges);
    return;
  }
  const known = files.get(PYPROJECT_PATH);
  const text = projectFiles(now).get(PYPROJECT_PATH) ?? "";
  const policy = () => "follow" as const;
  const file = { path: PYPROJECT_PATH, at: PYPROJECT_PATH, text, known, policy };
  if (known !== undefined) merges.merge(file);
}
