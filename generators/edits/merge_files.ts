/** Merges generated files into a project, and collects the changes. */

import type { Change, Snapshot } from "../../core/change_set.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import { fileRecord, mergeFile } from "./merge.ts";
import type { PolicyOf } from "./merge_module.ts";
import { brokenPython, fileChange } from "../plans/plan.ts";

/** The outcome of merging several files. */
export interface MergedFiles {
  readonly changes: Change[];
  /** Changes that would discard edits without the user's consent. */
  readonly conflicts: Change[];
  /** The subset of `changes` that discards edits at the caller's request. */
  readonly replaced: Change[];
  readonly diagnostics: Diagnostic[];
  /** The new records of the files. */
  readonly records: Map<ProjectPath, FileRecord>;
  /** The new texts of the changed files. */
  readonly texts: Map<ProjectPath, string>;
  /** A copy of all files with the changes, for code that reads several files; made on demand. */
  current: Map<ProjectPath, string> | null;
  /** Existing files that Layerwright would generate, but that it never wrote. */
  readonly owned: ProjectPath[];
}

/** A generated file, with the policy for its definitions. */
export interface GeneratedFile {
  /** The path by which records name it. */
  readonly path: ProjectPath;
  /** Its path in the project. */
  readonly at: ProjectPath;
  readonly text: string;
  readonly known: FileRecord | undefined;
  readonly policy: PolicyOf;
}

export function nothingMerged(): MergedFiles {
  return {
    changes: [],
    conflicts: [],
    replaced: [],
    diagnostics: [],
    records: new Map(),
    texts: new Map(),
    current: null,
    owned: [],
  };
}

/**
 * Merges a file into the project, and adds the result to the earlier results.
 *
 * @param force Whether to discard a file that does not parse.
 */
export function mergeInto(
  merged: MergedFiles,
  { path, at, text: generated, known, policy }: GeneratedFile,
  snapshot: Snapshot,
  force: boolean,
): void {
  const before = merged.texts.get(at) ?? snapshot.get(at) ?? null;
  const outcome = mergeFile({ path, before, generated, known, policy });
  if (outcome.kind === "merged") {
    const change = outcome.text === null ? [] : setText(merged, at, outcome.text, snapshot);
    if (outcome.replaced) merged.replaced.push(...change);
    if (outcome.record === null) merged.owned.push(at);
    else merged.records.set(path, outcome.record);
  } else if (outcome.kind === "conflict") {
    merged.conflicts.push(...fileChange(at, before, outcome.text));
    merged.records.set(path, outcome.record);
  } else if (force) {
    merged.conflicts.push(...fileChange(at, before, generated));
    merged.records.set(path, fileRecord(path, generated));
  } else {
    merged.diagnostics.push(brokenPython(at, outcome.line, outcome.reason));
  }
}

/** Sets the text of a file that the run may have changed already. */
export function setText(
  merged: MergedFiles,
  path: ProjectPath,
  text: string,
  snapshot: Snapshot,
): readonly Change[] {
  const change = fileChange(path, snapshot.get(path) ?? null, text);
  if (merged.texts.has(path)) {
    const index = merged.changes.findIndex((each) => each.path === path);
    merged.changes.splice(index, 1, ...change);
  } else merged.changes.push(...change);
  if (change.length > 0) merged.texts.set(path, text);
  else merged.texts.delete(path);
  merged.current?.set(path, text);
  return change;
}

/** Returns all files as they are after the changes so far. */
export function currentFiles(merged: MergedFiles, snapshot: Snapshot): Map<ProjectPath, string> {
  return merged.current ??= new Map([...snapshot, ...merged.texts]);
}
