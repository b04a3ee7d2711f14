/** Adds the shared code for checked bodies to a project that does not have it yet. */

import {
  APP_TEST_PATH,
  DEFAULT_LAYOUT,
  type Layout,
  PYPROJECT_PATH,
} from "../../project/layout/layout.ts";
import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, warning } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { shellQuote } from "../../core/shell_quote.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import { symbols } from "../../python/symbols.ts";
import { readPython } from "../../python/python_module.ts";
import type { ProjectValues } from "../../templates/mod.ts";
import { fileRecord, mergeFile } from "./merge.ts";
import { type MergedFiles, setText } from "./merge_files.ts";
import { brokenPython, fileChange } from "../plans/plan.ts";
import { projectFiles } from "../code/project_files.ts";
import { JSON_BODY } from "../code/endpoint_code.ts";

/** The dependency of projects that check bodies, as a requirement (PEP 508). */
const BODY_DEPENDENCY = "pydantic>=2.10,<3";

/** Reports whether a project's helper checks bodies against a model. */
export function checksBodies(files: Snapshot, layout: Layout): boolean {
  return isChecking(files.get(layout.requestBody));
}

/** Reports whether a project has all code that checked bodies share. */
export function supportsBodies(files: Snapshot, layout: Layout): boolean {
  return checksBodies(files, layout) && files.has(layout.bodyModel);
}

function isChecking(text: string | undefined): boolean {
  const helper = symbols(readPython(text ?? "")).find(({ name }) => name === JSON_BODY);
  return helper !== undefined && CHECKING.test(helper.text);
}

/** Matches the helper that takes a model. */
const CHECKING = new RegExp(`^def ${JSON_BODY}\\(\\s*model\\b`, "m");

/** A project that gets its first checked body. */
export interface UnsupportedProject {
  readonly snapshot: Snapshot;
  readonly layout: Layout;
  /** The recorded files that belong to no route. */
  readonly known: ReadonlyMap<ProjectPath, FileRecord>;
  /** Whether to discard conflicting edits. */
  readonly force: boolean;
}

/**
 * Merges the shared code. Replacing a helper that people edited is a conflict.
 *
 * @param values The values of a project with bodies.
 */
export function mergeBodySupport(
  values: ProjectValues,
  project: UnsupportedProject,
  merged: MergedFiles,
): void {
  const generated = projectFiles(values, project.layout);
  for (const path of [DEFAULT_LAYOUT.bodyModel, DEFAULT_LAYOUT.requestBody]) {
    mergeHelper(path, generated.get(path) ?? "", project, merged);
  }
  mergeTests(generated.get(APP_TEST_PATH) ?? "", project, merged);
}

function mergeHelper(
  path: ProjectPath,
  generated: string,
  { snapshot, layout, known, force }: UnsupportedProject,
  merged: MergedFiles,
): void {
  const at = layout.placed(path);
  const before = snapshot.get(at) ?? null;
  const record = known.get(path) ?? (before === null ? undefined : UNRECORDED);
  if (before !== null && (path === DEFAULT_LAYOUT.bodyModel || isChecking(before))) return;
  const merge = (policy: "restore" | "replace") =>
    mergeFile({ path, before, generated, known: record, policy: () => policy });
  const followed = merge("restore");
  if (followed.kind === "broken") {
    merged.diagnostics.push(brokenPython(at, followed.line, followed.reason));
    return;
  }
  if (followed.text !== null && hasAll(followed.text, generated)) {
    setText(merged, at, followed.text, snapshot);
    if (followed.record !== null) merged.records.set(path, followed.record);
    return;
  }
  const replaced = merge("replace");
  const next = replaced.kind === "merged" ? replaced.text ?? generated : generated;
  merged.records.set(path, fileRecord(path, generated));
  if (force) merged.replaced.push(...setText(merged, at, next, snapshot));
  else merged.conflicts.push(...fileChange(at, before, next));
}

/** The record of a file that Layerwright did not write. */
const UNRECORDED: FileRecord = { hash: null, symbols: new Map() };

/** Reports whether a module has all definitions of another module, unchanged. */
function hasAll(text: string, generated: string): boolean {
  const present = symbolHashes(text);
  return [...symbolHashes(generated)].every(([name, hash]) => present.get(name) === hash);
}

/** Adds the tests of the helper, unless people moved the app or deleted the tests. */
function mergeTests(
  generated: string,
  { snapshot, layout, known }: UnsupportedProject,
  merged: MergedFiles,
): void {
  const record = known.get(APP_TEST_PATH);
  const before = snapshot.get(APP_TEST_PATH);
  if (record === undefined || before === undefined || layout !== DEFAULT_LAYOUT) return;
  const outcome = mergeFile({
    path: APP_TEST_PATH,
    before,
    generated,
    known: record,
    policy: () => "follow",
  });
  if (outcome.kind !== "merged" || outcome.text === null || outcome.record === null) return;
  setText(merged, APP_TEST_PATH, outcome.text, snapshot);
  merged.records.set(APP_TEST_PATH, outcome.record);
}

/** Names the dependency that a project lacks. */
export function missingDependency(files: Snapshot): readonly Diagnostic[] {
  const text = files.get(PYPROJECT_PATH);
  if (text !== undefined && /\bpydantic\b/.test(text)) return [];
  const why = text === undefined ? "does not exist" : "is edited";
  const message = `The dependency pydantic was not added: ${PYPROJECT_PATH} ${why}`;
  const hint = `Add "${BODY_DEPENDENCY}" to the dependencies of your project`;
  return [warning("project-dependency", message, { hint })];
}

/** Returns the commands that install the dependency. */
export function installSteps(folder: string): readonly string[] {
  const there = folder === "" ? "" : `cd ${shellQuote(folder)} && `;
  return [`${there}.venv/bin/pip install -e .  # new: pydantic`];
}
