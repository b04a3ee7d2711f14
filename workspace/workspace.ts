/** Where the files of one project live: on a disk, in memory, or in a database. */

import type { Change, Entry, Snapshot } from "../core/change_set.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import type { ProjectPath } from "../core/project_path.ts";

/** A change that its workspace keeps, for whoever wants to fetch it. */
export interface KeptChange {
  /** What it is asked for by. */
  readonly id: string;
  /** Whether it made the project. */
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

/** What became of an earlier run, before the work began. */
export interface Recovery {
  /**
   * Whether it was interrupted, and where its changes were undone: on the disk, or only in what the work
   * read. `false` if no run was interrupted.
   */
  readonly recovered: false | "on disk" | "in view";
  /** Its files that somebody changed since, ordered by path: they were left as they are. */
  readonly left: readonly ProjectPath[];
}

/** How work on a project that is whole ended. */
export type LockOutcome<T> =
  | Recovery & { readonly kind: "done"; readonly value: T }
  /** Another run held the lock for too long. */
  | { readonly kind: "busy" };

/**
 * The files of one project. Its root may not exist yet; then nothing is in it, and applying a change
 * set makes it.
 */
export interface Workspace {
  /**
   * Reads files.
   *
   * @returns The text of those that exist. UTF-8 keeps its byte order mark; a file that is not UTF-8
   * is read as Latin-1, byte for byte.
   * @throws {WorkspaceError} `outside` if a path's real location leaves the root, `unreadable` if
   * something other than absence keeps a file from being read, such as a folder in its place.
   */
  read(paths: readonly ProjectPath[]): Promise<Snapshot>;

  /**
   * Lists a folder, sorted by name.
   *
   * @param folder A folder, or `null` for the root.
   * @returns What is in it; nothing if it does not exist. A link to a file inside the root counts as a
   * file. A link to a folder is `other`, so that whoever walks the tree neither walks in circles nor
   * meets a file twice; its path, and paths through it, can be asked for all the same. What the
   * workspace keeps for itself, such as its lock, is not part of the project.
   * @throws {WorkspaceError} As {@linkcode Workspace.read} does.
   */
  entries(folder: ProjectPath | null): Promise<readonly Entry[]>;

  /**
   * Runs work while no other process changes the project, after undoing what an interrupted run left.
   * A project without a root folder needs no lock: whoever creates it first has it.
   *
   * Calls wait for each other, so work that calls it again waits for ever.
   *
   * @throws {WorkspaceError} If what an interrupted run left cannot be undone, or cannot be trusted.
   */
  exclusively<T>(work: () => Promise<T>): Promise<LockOutcome<T>>;

  /**
   * Runs work that only reads, and writes nothing. If an interrupted run left the project half changed,
   * the work reads the project as it will be once that run is undone. While another run changes files,
   * it waits for that run.
   *
   * @throws {WorkspaceError} If what an interrupted run left cannot be trusted, or cannot be read.
   */
  reading<T>(work: () => Promise<T>): Promise<LockOutcome<T>>;

  /**
   * Applies all changes, or none. A file that is updated keeps its permission bits, and its encoding
   * unless its first two lines change and declare none but UTF-8; where its path is a link, the link
   * stays and the file that it leads to is updated. A link that is deleted leaves that file alone. A
   * folder may outlive its last file.
   *
   * @param patch The patch of the changes, where the caller has it; a workspace that keeps patches makes
   * it otherwise.
   * @throws {Error} If it is not called from within {@linkcode Workspace.exclusively}.
   */
  apply(changes: readonly Change[], patch?: string): Promise<ApplyOutcome>;
}

/** No earlier run was interrupted. */
export const NOTHING_RECOVERED: Recovery = { recovered: false, left: [] };

/**
 * A file could not be read or a path leaves the workspace. Workspaces throw it; calls that take one
 * catch it, and put it into their report.
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

  /** Whether the path leaves the project, or something keeps it from being read. */
  readonly kind: "outside" | "unreadable";
  /** The path, as it was asked for. */
  readonly path: string;
  /** What the system said, in a few words. */
  readonly reason: string;

  /** Makes an error about one path. */
  constructor(kind: "outside" | "unreadable", path: string, reason: string) {
    super(`Cannot read '${path}' (${reason})`);
    this.kind = kind;
    this.path = path;
    this.reason = reason;
  }
}
