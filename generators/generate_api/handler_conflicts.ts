/**
 * Handlers to which the spec gives another method or path. A handler that people edited changes
 * only on request.
 */

import type { Change, Snapshot } from "../../core/change_set.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { type FileEdit, FileEdits } from "../edits/file_edits.ts";
import { ProjectDraft } from "../edits/project_draft.ts";
import { Project } from "../../project/project.ts";
import type { Respecified } from "../compare/respecified.ts";

/** An endpoint that needs the user's decision. */
export interface HandlerConflict extends Respecified {
  /** The edits that make the handler follow the spec; `null` if no command can make them. */
  readonly edits: readonly FileEdit[] | null;
}

/** A project after people's decisions about its handlers. */
export interface SettledHandlers {
  /** The conflicts without a decision. */
  readonly conflicts: readonly HandlerConflict[];
  /** The project, with the handlers that follow the spec now. */
  readonly draft: ProjectDraft;
  readonly routes: ReadonlyMap<string, RouteRecord>;
  /** The endpoints of the spec that are not added, because a handler keeps its method or path. */
  readonly held: ReadonlySet<Endpoint>;
  /** Endpoints that stay as they are, by people's decision in this run. */
  readonly kept: readonly Respecified[];
  /** Endpoints that follow the spec, by people's decision in this run. */
  readonly followed: readonly Respecified[];
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
