/** Plans the removal of the documentation that the app of a project serves. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { fileRecord } from "../edits/merge.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { placeLines } from "../plans/place_lines.ts";
import { brokenFiles, emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { servesDocs } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import { writeRecords } from "../records/write_records.ts";
import { followed } from "./planner.ts";
import {
  DOCS_DATA,
  DOCS_READS,
  type DocsData,
  type DocsFile,
  docsFilesOf,
  docsMissing,
} from "./present_docs.ts";
import { registeredNames, withoutRegistration } from "./registration.ts";

/** Returns the planner that removes the documentation. `force` discards edited files, too. */
export function docsRemovalPlanner({ force }: { readonly force: boolean }): Planner<DocsData> {
  return { ...DOCS_READS, plan: (project) => planRemoval(project, force) };
}

function planRemoval(project: Project, force: boolean): Plan<DocsData> {
  const { python, layout, records } = project;
  const present = docsFilesOf(project).filter(({ before }) => before !== undefined);
  if (!servesDocs(project.files.get(layout.docs))) return emptyPlan([docsMissing("remove")]);
  const edited = present.filter(isEdited);
  if (edited.length > 0 && !force) return emptyPlan([docsEdited(edited)]);
  const draft = new ProjectDraft(project);
  const discarded = new ProjectDraft(project);
  for (const { at } of present) draft.delete(at);
  for (const { at } of edited) discarded.delete(at);
  const registering = [...python].filter(([, text]) =>
    registeredNames(text, `${layout.module}.docs`).length > 0
  );
  const broken = brokenFiles(registering.map(([path]) => path), python);
  if (broken.length > 0) return emptyPlan(broken);
  const files = new Map(records?.manifest.files);
  for (const [at, before] of registering) {
    const after = withoutRegistration(before, `${layout.module}.docs`);
    draft.write(at, after);
    const path = layout.recorded(at);
    const record = files.get(path);
    if (record !== undefined) files.set(path, followed(record, { path, before, after }));
  }
  for (const { path } of docsFilesOf(project)) files.delete(path);
  if (records !== null) {
    writeRecords({ manifest: { ...records.manifest, files }, routes: new Map() }, draft);
  }
  const what = "the API's documentation";
  return {
    ...emptyPlan([]),
    changes: draft.changes(),
    discarded: discarded.changes(),
    messages: {
      applied: `Removed ${what}`,
      planned: `Would remove ${what}`,
      unchanged: `Nothing to remove`,
      conflict: null,
    },
    data: DOCS_DATA,
    emptied: [layout.docsPage, layout.documentsFolder],
  };
}

function isEdited({ path, text, before = "", known }: DocsFile): boolean {
  const was = known ?? fileRecord(path, text);
  const now = fileRecord(path, before);
  return now.hash !== was.hash || now.symbols.size !== was.symbols.size ||
    [...now.symbols].some(([name, hash]) => was.symbols.get(name) !== hash);
}

function docsEdited(files: readonly DocsFile[]): Diagnostic {
  const message = "Cannot remove the API's documentation: you edited it. Nothing was written." +
    placeLines(files.map(({ at }) => at));
  return error("conflict-edited", message, {
    hint: "--force removes it, too, and keeps a copy in .layerwright/backup",
  });
}
