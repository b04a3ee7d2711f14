/** The files of one project, on disk, in memory or in a database. */

import type { Change, Entry, Snapshot } from "../core/change_set.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import type { HistoryReader, HistoryStep } from "../core/history.ts";
import type { ProjectPath } from "../core/project_path.ts";

/** A change that the workspace keeps, so that clients can download the change later. */
export interface KeptChange {
  /** The id for downloading the change. */
  readonly id: string;
  /** Whether the change created the project. */
  readonly isFirst: boolean;
}

/** The result of applying a change set. Unless its kind is `applied`, nothing was changed. */
export type ApplyOutcome =
  | { readonly kind: "applied"; readonly change?: KeptChange }
  /** The file changed after the change was planned. */
  | { readonly kind: "changed"; readonly path: ProjectPath }
  /** The system could not write the file. */
  | { readonly kind: "failed"; readonly path: ProjectPath; readonly reason: string }
  /** The workspace does not allow the change, for example because of a quota. */
  | { readonly kind: "denied"; readonly path: ProjectPath; readonly error: Diagnostic };

/** Further information about a change set. */
export interface ApplyDetails {
  /** The patch of the changes, if the caller has it. Otherwise, a workspace that keeps patches computes it. */
  readonly patch?: string;
  /** The effect of the change set on the history; by default, the history does not record the change set. */
  readonly step?: HistoryStep;
  /**
   * The record of the changes in its formatted form, if the caller has it. Otherwise, a workspace that keeps
   * formatted records computes it.
   */
  readonly record?: Uint8Array | null;
  /** Folders to remove if the changes leave them empty. */
  readonly emptied?: readonly ProjectPath[];
}

/** The recovery from an interrupted run, before the work started. */
export interface Recovery {
  /**
   * Where the changes of an interrupted run were rolled back: on the disk, or only in the view that the work
   * read. `false` if no run was interrupted.
   */
  readonly recovered: false | "on disk" | "in view";
  /**
   * The files that the rollback did not touch because they were changed again after the interruption, ordered
   * by path.
   */
  readonly left: readonly ProjectPath[];
}

/** The result of work on a project. */
export type LockOutcome<T> =
  | Recovery & { readonly kind: "done"; readonly value: T }
  /** Another run held the lock for too long. */
  | { readonly kind: "busy" };

/**
 * The files of one project. If its root does not exist, the project is empty, and applying a change set
 * creates the root.
 */
export interface Workspace {
  /**
   * Reads files.
   *
   * @returns The contents of the files that exist. The byte order mark of a UTF-8 file is kept. A file that
   * is not UTF-8 is read as Latin-1, byte for byte.
   * @throws {WorkspaceError} `outside` if the real location of a path is outside the root; `unreadable`
   * if a file exists but cannot be read, for example because it is a folder.
   */
  read(paths: readonly ProjectPath[]): Promise<Snapshot>;

  /**
   * Lists a folder, sorted by name.
   *
   * @param folder A folder, or `null` for the root.
   * @returns The entries; none if the folder does not exist. A link to a file inside the root counts as a
   * file. A link to a folder is `other`, so that a walk of the tree ends and finds each file only once. Paths
   * through such a link can still be read. The workspace's own files, such as its lock, are not listed.
   * @throws {WorkspaceError} As {@linkcode Workspace.read} does.
   */
  entries(folder: ProjectPath | null): Promise<readonly Entry[]>;

  /**
   * Runs work while no other process changes the project. Rolls back an interrupted run first. A
   * project without a root folder needs no lock: the first run to create it wins.
   *
   * Calls wait for each other, so a nested call would never return.
   *
   * @throws {WorkspaceError} If an interrupted run cannot be rolled back, or its journal cannot be
   * trusted.
   */
  exclusively<T>(work: () => Promise<T>): Promise<LockOutcome<T>>;

  /**
   * Runs work that only reads. Writes nothing. If a run was interrupted, the work reads the project as
   * it will be after the rollback. While another run changes files, the call waits.
   *
   * @throws {WorkspaceError} If the journal of an interrupted run cannot be read or trusted.
   */
  reading<T>(work: () => Promise<T>): Promise<LockOutcome<T>>;

  /**
   * Applies all changes or none. An updated file keeps its permission bits. It also keeps its encoding, with
   * one exception: if its first two lines change, and do not declare an encoding other than UTF-8, the file
   * becomes UTF-8. Updating a link updates its target; deleting a link leaves the target. Folders that become
   * empty stay, except those in `details.emptied`.
   *
   * @param details Information to record about the changes, and folders to remove together with the changes.
   * @throws {Error} If it is called outside {@linkcode Workspace.exclusively}.
   */
  apply(changes: readonly Change[], details?: ApplyDetails): Promise<ApplyOutcome>;

  /**
   * The history of the project; `undefined` if the workspace keeps no history. Reading the history follows
   * the same rules as reading files. {@linkcode Workspace.apply} adds to it.
   */
  readonly history?: HistoryReader | undefined;
}

/** The value for a project without an interrupted run. */
export const NOTHING_RECOVERED: Recovery = { recovered: false, left: [] };

/**
 * Thrown by workspaces if a file cannot be read, or a path leaves the workspace. The functions of the library
 * catch and report it.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, projectPath, WorkspaceError } from "@layerwright/layerwright";
 * import { rejects } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace({ "api/app.py": "" });
 * await rejects(workspace.read([projectPath("api")]), WorkspaceError);
 * ```
 */
export class WorkspaceError extends Error {
  /** The class's name, as stack traces show it. */
  override readonly name = "WorkspaceError";

  /** `outside`: the path leads out of the project. `unreadable`: the path cannot be read. */
  readonly kind: "outside" | "unreadable";
  /** The path, as requested. */
  readonly path: string;
  /** The system's message, in a few words. */
  readonly reason: string;

  /** Creates an error about one path. */
  constructor(kind: "outside" | "unreadable", path: string, reason: string) {
    super(`Cannot read '${path}' (${reason})`);
    this.kind = kind;
    this.path = path;
    this.reason = reason;
  }
}
