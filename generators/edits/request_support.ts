/** Adds the shared code for checked requests to a project that does not have it yet. */

import { APP_TEST_PATH, DEFAULT_LAYOUT, PYPROJECT_PATH } from "../../project/layout/layout.ts";
import { type Diagnostic, warning } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { shellQuote } from "../../core/shell_quote.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import type { Project } from "../../project/project.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";
import type { ProjectValues, Support } from "../../templates/mod.ts";
import { fileRecord, mergeFile } from "./merge.ts";
import type { FileMerges } from "./file_merges.ts";
import type { ProjectDraft } from "./project_draft.ts";
import { brokenPython } from "../plans/plan.ts";
import { projectFiles } from "../code/project_files.ts";
import { presentSupport, showsSupport, SUPPORT_FILES, withoutSupport } from "../code/support.ts";

/** The dependency of projects that check requests, as a requirement (PEP 508). */
const BODY_DEPENDENCY = "pydantic>=2.10,<3";

/** The recorded files that belong to no route. */
type KnownFiles = ReadonlyMap<ProjectPath, FileRecord>;

/**
 * Merges the shared code into a project that gets its first checked query or body. Replacing a
 * helper that people edited is a conflict.
 *
 * @param values The values of a project with that code.
 * @param known The recorded files that belong to no route.
 */
export function mergeSupport(
  values: ProjectValues,
  known: KnownFiles,
  merges: FileMerges,
): void {
  const generated = projectFiles(values, merges.layout);
  const earlier = projectFiles(withoutSupport(values), merges.layout);
  for (const path of SUPPORT_FILES) {
    const text = generated.get(path);
    // If no record names a file, its code may be that of a project without the shared code.
    const record = known.get(path) ?? fileRecord(path, earlier.get(path) ?? "");
    if (text !== undefined) mergeHelper(path, text, record, merges);
  }
  mergeTests(values, known, merges);
}

function mergeHelper(
  path: ProjectPath,
  generated: string,
  record: FileRecord,
  merges: FileMerges,
): void {
  const at = merges.layout.placed(path);
  const before = merges.draft.text(at) ?? null;
  if (before !== null && showsSupport(path, before)) return;
  const merge = (policy: "restore" | "replace") =>
    mergeFile({ path, before, generated, known: record, policy: () => policy });
  const followed = merge("restore");
  if (followed.kind === "broken") {
    merges.diagnostics.push(brokenPython(at, followed.line, followed.reason));
    return;
  }
  const isWhole = followed.kind === "merged" && followed.text !== null &&
    hasAll(followed.text, generated) && !importsAny(before ?? "", generated);
  if (isWhole) {
    merges.draft.write(at, followed.text);
    if (followed.record !== null) merges.records.set(path, followed.record);
    return;
  }
  const replaced = merge("replace");
  const next = replaced.kind === "merged" ? replaced.text ?? generated : generated;
  merges.records.set(path, fileRecord(path, generated));
  merges.discard(at, next);
}

/** Reports whether a module has all definitions of another module, unchanged. */
function hasAll(text: string, generated: string): boolean {
  const present = symbolHashes(text);
  return [...symbolHashes(generated)].every(([name, hash]) => present.get(name) === hash);
}

/** Reports whether a module imports a name that another module defines, and which that would hide. */
function importsAny(text: string, generated: string): boolean {
  const defined = symbolHashes(generated);
  return bindings(readPython(text)).some(({ name, imported }) =>
    imported !== null && defined.has(name)
  );
}

/**
 * Adds the tests of the shared code, unless people moved the app or deleted the tests. All other tests
 * stay: those of this version may be of code that an older project does not have.
 */
function mergeTests(
  values: ProjectValues,
  known: KnownFiles,
  { draft, layout, records }: FileMerges,
): void {
  const record = known.get(APP_TEST_PATH);
  const before = draft.text(APP_TEST_PATH);
  if (record === undefined || before === undefined || layout !== DEFAULT_LAYOUT) return;
  const testsOf = (each: ProjectValues) => projectFiles(each).get(APP_TEST_PATH) ?? "";
  const generated = testsOf(values);
  const others = symbolHashes(testsOf(withoutSupport(values)));
  const outcome = mergeFile({
    path: APP_TEST_PATH,
    before,
    generated,
    known: record,
    policy: (name) => others.has(name) ? "leave" : "follow",
  });
  if (outcome.kind !== "merged" || outcome.text === null || outcome.record === null) return;
  draft.write(APP_TEST_PATH, outcome.text);
  records.set(APP_TEST_PATH, outcome.record);
}

/**
 * Names the dependency that a project lacks.
 *
 * @param support The shared code that the project has now. Not all of it needs the dependency.
 */
export function missingDependency(support: Support, draft: ProjectDraft): readonly Diagnostic[] {
  if (!support.checksRequests) return [];
  const text = draft.text(PYPROJECT_PATH);
  if (text !== undefined && /\bpydantic\b/.test(text)) return [];
  const why = text === undefined ? "does not exist" : "is edited";
  const message = `The dependency pydantic was not added: ${PYPROJECT_PATH} ${why}`;
  const hint = `Add "${BODY_DEPENDENCY}" to the dependencies of your project`;
  return [warning("project-dependency", message, { hint })];
}

/**
 * Returns the commands that install the dependency; none if the project had it, or does not need it.
 *
 * @param support The shared code that the project has now.
 * @param project The project before the change.
 */
export function installSteps(
  support: Support,
  { files, layout }: Pick<Project, "files" | "layout">,
  folder: string,
): readonly string[] {
  if (!support.checksRequests || presentSupport(files, layout).checksRequests) return [];
  const there = folder === "" ? "" : `cd ${shellQuote(folder)} && `;
  return [`${there}.venv/bin/pip install -e .  # new: pydantic`];
}
