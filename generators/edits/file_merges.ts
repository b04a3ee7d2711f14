/** Merges generated files into the working copy of a project. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { CodePart } from "../code/code_part.ts";
import type { Layout } from "../../project/layout/layout.ts";
import type { FileRecord } from "../../project/records/manifest.ts";
import type { Project } from "../../project/project.ts";
import { brokenPython } from "../plans/plan.ts";
import { fileRecord, mergeFile } from "./merge.ts";
import type { PolicyOf } from "./merge_module.ts";
import { ProjectDraft } from "./project_draft.ts";

/** A generated file, with the policy for its definitions. */
export interface GeneratedFile {
  /** The path by which records name it. */
  readonly path: ProjectPath;
  /** Its path in the project. */
  readonly at: ProjectPath;
  readonly text: string;
  readonly known: FileRecord | undefined;
  readonly policy: PolicyOf;
  /** The definitions that have another form than in the text, by name; `null` for those to leave out. */
  readonly inForm?: ReadonlyMap<string, CodePart | null>;
}

/** Merges files, and collects what a run must know about the merges. */
export class FileMerges {
  /** The project before the merges. */
  readonly before: Project;
  /** The project with the texts that would discard edits without the user's consent. */
  readonly conflicts: ProjectDraft;
  /** The files whose merged texts discard edits at the user's request. */
  readonly replaced = new Set<ProjectPath>();
  readonly diagnostics: Diagnostic[] = [];
  /** The new records of the files. */
  readonly records = new Map<ProjectPath, FileRecord>();
  /** Existing files that Layerwright would generate, but that it never wrote. */
  readonly owned: ProjectPath[] = [];

  /**
   * @param draft The project to merge into.
   * @param force Whether to discard edits that conflict with the generated files.
   */
  constructor(readonly draft: ProjectDraft, readonly force: boolean) {
    this.before = draft.project;
    this.conflicts = new ProjectDraft(this.before);
  }

  /** The places of the project's files. */
  get layout(): Layout {
    return this.draft.before.layout;
  }

  /** Merges a file into the project. */
  merge({ path, at, text: generated, known, policy, inForm }: GeneratedFile): void {
    const before = this.draft.text(at) ?? null;
    const outcome = mergeFile({ path, before, generated, known, policy, inForm });
    if (outcome.kind === "merged") {
      if (outcome.text !== null) this.draft.write(at, outcome.text);
      if (outcome.replaced) this.replaced.add(at);
      if (outcome.record === null) this.owned.push(at);
      else this.records.set(path, outcome.record);
    } else if (outcome.kind === "conflict") {
      this.discard(at, outcome.text);
      this.records.set(path, outcome.record);
    } else if (this.force) {
      this.discard(at, generated);
      this.records.set(path, fileRecord(path, generated));
    } else {
      this.diagnostics.push(brokenPython(at, outcome.line, outcome.reason));
    }
  }

  /** Writes a text that discards edits. If the user did not ask for that, it is a conflict. */
  discard(path: ProjectPath, text: string): void {
    (this.force ? this.draft : this.conflicts).write(path, text);
    if (this.force) this.replaced.add(path);
  }
}
