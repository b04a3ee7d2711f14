/** Plans the documentation that the app of a project serves. */

import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { isOwnDocument, servesDocs } from "../../project/layout/layout.ts";
import type { Project } from "../../project/project.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import {
  MissingRegistrations,
  registrationNote,
} from "../../project/routing/missing_registration.ts";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";
import { fileRecord } from "../edits/merge.ts";
import { FileMerges } from "../edits/file_merges.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { placeLines } from "../plans/place_lines.ts";
import { brokenFiles, emptyPlan, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { noteUnrecorded } from "../plans/unrecorded.ts";
import { writeRecords } from "../records/write_records.ts";
import {
  DOCS_DATA,
  DOCS_READS,
  DOCS_VARIABLE,
  type DocsData,
  docsFilesOf,
  docsMissing,
} from "./present_docs.ts";
import { registeredNames, type Registration, withRegistration } from "./registration.ts";

/** The paths that the documentation has in an app. */
const DOCS_URLS = ["/-/docs", "/-/openapi.json", "/-/docs/style.css", "/-/docs/script.js"];

/**
 * Returns the planner that adds the documentation to a project, or renews its documents.
 *
 * @param onlyRenews Whether a project without documentation is an error.
 */
export function docsPlanner({ onlyRenews }: { readonly onlyRenews: boolean }): Planner<DocsData> {
  return {
    ...DOCS_READS,
    plan: (project) =>
      onlyRenews && !servesDocs(project.files.get(project.layout.docs))
        ? emptyPlan([docsMissing("renew")])
        : noteUnrecorded(planDocs(project), project.files),
  };
}

function planDocs(project: Project): Plan<DocsData> {
  const taken = takenPaths(project);
  if (taken.length > 0) return emptyPlan([pathsTaken(taken)]);
  const draft = new ProjectDraft(project);
  const merges = new FileMerges(draft, false);
  const isNew = !servesDocs(project.files.get(project.layout.docs));
  const others = isNew ? filesOfPeople(project) : [];
  if (others.length > 0) return emptyPlan([documentsTaken(others)]);
  for (const { path, at, text, known } of docsFilesOf(project)) {
    merges.merge({ path, at, text, known, policy: () => isNew ? "restore" : "leave" });
  }
  const conflicts = merges.conflicts.changes();
  const problem = conflicts.length === 0 ? register(draft) : null;
  if (problem !== null) return emptyPlan([problem]);
  if (merges.diagnostics.length > 0) return emptyPlan(merges.diagnostics);
  recordDocs(merges.records, draft);
  const what = "the API's documentation";
  const added = ": /-/docs, /-/openapi.json";
  return {
    ...emptyPlan([]),
    changes: draft.changes(),
    conflicts,
    messages: {
      applied: isNew ? `Added ${what}${added}` : `Renewed ${what}`,
      planned: isNew ? `Would add ${what}${added}` : `Would renew ${what}`,
      unchanged: "The API's documentation is up to date",
      conflict: `Rename your own ${project.layout.docs}, then run the command again`,
    },
    data: DOCS_DATA,
    documents: "all",
  };
}

/** Returns the endpoints of people that have the paths of the documentation. */
function takenPaths({ routes }: Project): readonly string[] {
  return routes.flatMap(({ endpoints }) => endpoints)
    .filter(({ path }) => path !== null && DOCS_URLS.includes(path))
    .map(({ path, file, line }) => `${path}  ${file}:${line}`);
}

function pathsTaken(places: readonly string[]): Diagnostic {
  const message = "Cannot add the API's documentation: your code serves its paths. " +
    `Nothing was written.${placeLines(places)}`;
  return error("conflict-path", message, { hint: "Serve your own page at another path" });
}

/** Returns the files of people in the folders of the documentation. Its module is a conflict. */
function filesOfPeople(project: Project): readonly ProjectPath[] {
  const { files, layout } = project;
  const pages = docsFilesOf(project).filter(({ at, text, before, known }) =>
    at !== layout.docs && known === undefined && before !== undefined && before !== text
  );
  return [
    ...pages.map(({ at }) => at),
    ...[...files].filter(([path, text]) => layout.isDocument(path) && !isOwnDocument(text))
      .map(([path]) => path),
  ];
}

/** Returns the error for files that the documentation would replace. */
function documentsTaken(paths: readonly string[]): Diagnostic {
  const message = "Cannot add the API's documentation: its folders have files. " +
    `Nothing was written.${placeLines(paths)}`;
  return error("conflict-path", message, { hint: "Move or delete them, then run it again" });
}

/** Registers the blueprint, and returns the problem if there is no clear place for that. */
function register(draft: ProjectDraft): Diagnostic | null {
  const { python, layout } = draft.project;
  const docs = `${layout.module}.docs`;
  if (python.values().some((text) => registeredNames(text, docs).length > 0)) return null;
  const missing = new MissingRegistrations(python)
    .named({ path: layout.docs, variable: DOCS_VARIABLE, origin: undefined });
  const { path = null, lines = [] } = missing ?? {};
  const before = path === null ? undefined : draft.text(path);
  if (path === null || before === undefined) return unplaced(missing);
  const [broken] = brokenFiles([path], python);
  if (broken !== undefined) return broken;
  const [line = ""] = lines.length > 1 ? lines : [`from ${docs} import ${DOCS_VARIABLE}`];
  const registration = { imported: line, call: lines.at(-1) ?? "" };
  const after = withRegistration(before, isBound(before) ? renamed(registration) : registration);
  if (after === null) return unplaced(missing);
  draft.write(path, after, DOCS_VARIABLE);
  return null;
}

type Missing = ReturnType<MissingRegistrations["named"]>;

function unplaced(missing: Missing): Diagnostic {
  const message =
    "Cannot register the blueprint of the documentation: no module clearly creates the app. " +
    "Nothing was written.";
  return error(
    "mounting-missing",
    message,
    missing === null
      ? {}
      : { hint: `Register blueprints in a function: ${registrationNote(missing)}` },
  );
}

/** Reports whether a module has the name of the blueprint for something else. */
function isBound(text: string): boolean {
  return bindings(readPython(text)).some(({ name }) => name === DOCS_VARIABLE);
}

function renamed({ imported, call }: Registration): Registration {
  const alias = `api_${DOCS_VARIABLE}`;
  return {
    imported: `${imported} as ${alias}`,
    call: call.replace(`(${DOCS_VARIABLE}`, `(${alias}`),
  };
}

/** Records the files of the documentation, and the definition that registers it. */
function recordDocs(added: ReadonlyMap<ProjectPath, FileRecord>, draft: ProjectDraft): void {
  const { before } = draft;
  const { records, layout } = before;
  if (records === null) return;
  const files = new Map([...records.manifest.files, ...added]);
  for (const { path: at, after } of draft.changes()) {
    const path = layout.recorded(at);
    const record = records.manifest.files.get(path);
    if (record === undefined || after === null || added.has(path)) continue;
    files.set(path, followed(record, { path, before: before.files.get(at) ?? "", after }));
  }
  writeRecords({ manifest: { ...records.manifest, files }, routes: new Map() }, draft);
}

/** Returns the record of a file in which definitions changed that were as generated. */
export function followed(
  record: FileRecord,
  { path, before, after }: {
    readonly path: ProjectPath;
    readonly before: string;
    readonly after: string;
  },
): FileRecord {
  const [was, is] = [fileRecord(path, before), fileRecord(path, after)];
  const symbols = [...record.symbols].map(([name, hash]) =>
    [name, was.symbols.get(name) === hash ? is.symbols.get(name) ?? hash : hash] as const
  );
  return { ...record, symbols: new Map(symbols) };
}
