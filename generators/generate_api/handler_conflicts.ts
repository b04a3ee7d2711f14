/**
 * Handlers to which the spec gives another method or path. A handler that people edited changes
 * only on request.
 */

import type { Change, Snapshot } from "../../core/change_set.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import { type FileEdit, FileEdits } from "../edits/file_edits.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { Project } from "../../project/project.ts";
import type { Respecified } from "../compare/respecified.ts";

/** An endpoint that needs the user's decision. */
export interface HandlerConflict extends Respecified {
  /** The edits that make the handler follow the spec; `null` if no command can make them. */
  readonly edits: readonly FileEdit[] | null;
}

/** A project whose handlers follow the methods and paths of the spec. */
export interface FollowedSpecChanges {
  readonly draft: ProjectDraft;
  readonly routes: ReadonlyMap<string, RouteRecord>;
}

/** Returns the changes that make the handlers of all conflicts follow the spec, one per file. */
export function conflictChanges(
  conflicts: readonly HandlerConflict[],
  files: Snapshot,
): readonly Change[] {
  const edits = new FileEdits();
  for (const each of conflicts.flatMap((conflict) => conflict.edits ?? [])) edits.add(each);
  const draft = new ProjectDraft(new Project(files));
  draft.apply(edits.texts(files));
  return draft.changes();
}
