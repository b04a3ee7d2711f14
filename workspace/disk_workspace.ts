/** A project in a folder on disk. */

import { basename, resolve } from "node:path";
import type { Change, Entry, Snapshot } from "../core/change_set.ts";
import type { HistoryReader } from "../core/history.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { changed, failed, outcomeOf } from "./apply_failure.ts";
import { createProject, removeStaleStagings } from "./create_project.ts";
import { editProject } from "./edit_project.ts";
import { readHistory, readRecord } from "./history_store.ts";
import { readJournal } from "./journal.ts";
import { lockProject, shareProject, unlockProject } from "./project_lock.ts";
import { listFolder, readFileIf, readFiles, realRoot, type Root } from "./read_project.ts";
import { asReadable } from "./real_paths.ts";
import { discardStage, rollBack } from "./roll_back.ts";
import { JOURNAL, LOCK, type StatePaths, statePaths } from "./state_folder.ts";
import { exists, orNullIfAbsent } from "./system_calls.ts";
import { createMutex } from "../core/mutex.ts";
import { UNCHANGED_VIEW, undoneView } from "./undone_view.ts";
import {
  type ApplyDetails,
  type ApplyOutcome,
  type LockOutcome,
  NOTHING_RECOVERED,
  type Recovery,
  type Workspace,
  WorkspaceError,
} from "./workspace.ts";

/** Options of {@linkcode createDiskWorkspace}. */
export interface DiskWorkspaceOptions {
  /** Milliseconds to wait for another run that holds the project's lock; default: 60,000. */
  readonly lockTimeoutMs?: number;
  /** Whether to refuse {@linkcode Workspace.exclusively}, and with it every write. */
  readonly readOnly?: boolean;
}

/** The state of the project while work runs under {@linkcode Workspace.exclusively}. */
type Session =
  | { readonly kind: "no root" }
  | { readonly kind: "locked"; readonly root: string }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Creates a workspace for a folder, which need not exist yet.
 *
 * @param root The folder; a relative path starts at the current folder.
 * @param options How long to wait for other runs, and whether to allow writes.
 * @returns The workspace. The workspace needs `--allow-read` and `--allow-write` for the folder and for the
 * folder above. It never follows a link out of the folder.
 *
 * @example
 * ```ts
 * import { createDiskWorkspace, generateApi } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const folder = await Deno.makeTempDir();
 * const workspace = createDiskWorkspace(`${folder}/shop`);
 * const { status } = await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
 * equal(status, "applied");
 * equal((await Deno.stat(`${folder}/shop/pyproject.toml`)).isFile, true);
 * await Deno.remove(folder, { recursive: true });
 * ```
 */
export function createDiskWorkspace(
  root: string,
  options: DiskWorkspaceOptions = {},
): Workspace {
  return new DiskWorkspace(root, options);
}

/**
 * The workspace of {@linkcode createDiskWorkspace}, with two additions for projects below a common folder:
 * the option `within` and the method `readIf`.
 */
export class DiskWorkspace implements Workspace {
  readonly #root: Root;
  readonly #lockTimeoutMs: number;
  readonly #readOnly: boolean;
  readonly #takeTurn = createMutex();
  #session: Session | null = null;
  #view = UNCHANGED_VIEW;

  /**
   * See {@linkcode createDiskWorkspace}.
   *
   * @param within The real path of a folder that the root must not leave, even if links change later.
   */
  constructor(
    root: string,
    { lockTimeoutMs = 60_000, readOnly = false }: DiskWorkspaceOptions,
    within: string | null = null,
  ) {
    this.#root = { path: resolve(root), within };
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#readOnly = readOnly;
  }

  read(paths: readonly ProjectPath[]): Promise<Snapshot> {
    return Promise.try(() => readFiles(this.#root, paths, this.#view));
  }

  /** See {@linkcode Project.readIf}. Here, `mayRead` gets an absolute path. */
  async readIf(path: ProjectPath, mayRead: (real: string) => boolean): Promise<string | null> {
    const read = () => Promise.try(() => readFileIf(this.#root, path, mayRead, this.#view));
    const outcome = await this.reading(read);
    if (outcome.kind === "done") return outcome.value;
    throw new WorkspaceError("unreadable", path, "Another run has locked the project");
  }

  entries(folder: ProjectPath | null): Promise<readonly Entry[]> {
    return Promise.try(() => listFolder(this.#root, folder, this.#view));
  }

  exclusively<T>(work: () => Promise<T>): Promise<LockOutcome<T>> {
    if (this.#readOnly) throw new Error("Cannot lock a read-only project");
    return this.#takeTurn(() => this.#lockAndRun(work));
  }

  async reading<T>(work: () => Promise<T>): Promise<LockOutcome<T>> {
    if (hasJournal(statePaths(this.#root.path))) {
      return await this.#takeTurn(() => this.#readUndone(work));
    }
    return { kind: "done", value: await work(), ...NOTHING_RECOVERED };
  }

  apply(changes: readonly Change[], details: ApplyDetails = {}): Promise<ApplyOutcome> {
    return Promise.try(() => {
      const session = this.#session;
      if (session === null) throw new Error("Cannot apply outside of exclusively");
      return outcomeOf(() => this.#applyChanges(session, changes, details));
    });
  }

  readonly history: HistoryReader = {
    list: () => Promise.try(() => readHistory(this.#place(), this.#view)),
    record: (name) => Promise.try(() => readRecord(this.#place(), name, this.#view)),
  };

  #place(): string {
    return realRoot(this.#root) ?? this.#root.path;
  }

  /** Runs work on the project as it will be after the rollback of an interrupted run. */
  async #readUndone<T>(work: () => Promise<T>): Promise<LockOutcome<T>> {
    const root = this.#place();
    const paths = statePaths(root);
    const attempt = await shareProject(paths, this.#lockTimeoutMs);
    if (attempt.kind === "busy") return attempt;
    if (attempt.kind === "refused") throw new WorkspaceError("unreadable", JOURNAL, attempt.reason);
    try {
      const journal = readJournal(paths);
      if (journal === null) return { kind: "done", value: await work(), ...NOTHING_RECOVERED };
      this.#view = undoneView(root, journal);
      const { left } = this.#view;
      return { kind: "done", value: await work(), recovered: "in view", left };
    } finally {
      this.#view = UNCHANGED_VIEW;
      attempt.file?.close();
    }
  }

  async #lockAndRun<T>(work: () => Promise<T>): Promise<LockOutcome<T>> {
    const root = realRoot(this.#root);
    if (root === null) {
      removeStaleStagings(this.#root.path);
      return { ...await this.#run(work, { kind: "no root" }), ...NOTHING_RECOVERED };
    }
    const paths = statePaths(root);
    const attempt = await lockProject(paths, this.#lockTimeoutMs);
    switch (attempt.kind) {
      case "busy":
        return attempt;
      case "refused":
        checkNotInterrupted(paths, attempt.reason);
        return { ...await this.#run(work, attempt), ...NOTHING_RECOVERED };
      case "held":
        try {
          const recovery = recover(root);
          return { ...await this.#run(work, { kind: "locked", root }), ...recovery };
        } finally {
          unlockProject(paths, attempt.file);
        }
    }
  }

  async #run<T>(work: () => Promise<T>, session: Session): Promise<{ kind: "done"; value: T }> {
    this.#session = session;
    try {
      return { kind: "done", value: await work() };
    } finally {
      this.#session = null;
    }
  }

  #applyChanges(
    session: Session,
    changes: readonly Change[],
    details: ApplyDetails,
  ): void | Promise<void> {
    const [first, ...rest] = changes;
    if (first === undefined) return;
    switch (session.kind) {
      case "no root":
        if (exists(this.#root.path)) throw changed(first.path);
        return createProject(this.#root.path, [first, ...rest], details.step);
      case "refused":
        throw failed(LOCK, session.reason);
      case "locked":
        return editProject(session.root, changes, details);
    }
  }
}

/** Rolls back an interrupted run if there is one. */
function recover(root: string): Recovery {
  const paths = statePaths(root);
  const journal = readJournal(paths);
  if (journal !== null) return { recovered: "on disk", left: rollBack(root, journal) };
  discardStage(paths);
  return NOTHING_RECOVERED;
}

/**
 * Rejects a project with an interrupted change, which cannot be rolled back because the project cannot be
 * locked.
 */
function checkNotInterrupted(paths: StatePaths, reason: string): void {
  if (hasJournal(paths)) throw new WorkspaceError("unreadable", JOURNAL, reason);
}

/** Reports whether a change is in progress or was interrupted. */
function hasJournal({ folder, journal }: StatePaths): boolean {
  // Listing the folder is faster than a failed lookup of the file.
  const entries = asReadable(JOURNAL, () => orNullIfAbsent(() => [...Deno.readDirSync(folder)]));
  return entries?.some(({ name }) => name === basename(journal)) ?? false;
}
