/** A stored project at one revision. */

import type { Entry, Snapshot } from "../../core/change_set.ts";
import { EMPTY_HISTORY, type History, type RecordName } from "../../core/history.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Database, Queries } from "../storage/database.ts";
import { PathTree } from "../../workspace/path_tree.ts";
import { WorkspaceError } from "../../workspace/workspace.ts";
import { inPieces, listed } from "./statements.ts";
import { readStoredHistory, readStoredRecord } from "./stored_history.ts";
import { byteCount } from "./stored_text.ts";

/** The row of a project. */
export type Head = {
  readonly id: string;
  readonly revision: number;
  /** Time of that revision, in milliseconds since 1970. */
  readonly updated_at: number;
};

/** The account and name of a project. */
export interface HostedPlace {
  readonly accountId: string;
  readonly name: string;
}

/** Thrown when someone else has changed the project since the snapshot was taken. */
export class StaleSnapshot extends WorkspaceError {
  constructor(path: string) {
    super("unreadable", path, "Others keep changing the project");
  }
}

/** The size of the largest project that a caller can process. */
export interface ProjectBudget {
  readonly files: number;
  /** Total bytes of the files that are read. */
  readonly bytes: number;
}

/** Thrown when a project exceeds the budget of its caller. */
export class ProjectTooLarge extends Error {}

/**
 * A project at one revision. All paths are loaded when the snapshot is taken. File contents are read on
 * demand, but only while the project is still at that revision.
 */
export class HostedSnapshot {
  readonly #queries: Queries;
  /** `null` if the project does not exist. */
  readonly head: Head | null;
  readonly tree: PathTree;
  readonly #texts = new Map<ProjectPath, string>();
  /** Bytes of file contents that may still be read. */
  #bytesLeft: number;

  constructor(
    queries: Queries,
    head: Head | null,
    tree: PathTree,
    /** Maximum total bytes of the files that are read. */
    bytes = Infinity,
  ) {
    this.#queries = queries;
    this.head = head;
    this.tree = tree;
    this.#bytesLeft = bytes;
  }

  /** @throws {StaleSnapshot} If the project is at another revision now. */
  async read(paths: readonly ProjectPath[]): Promise<Snapshot> {
    for (const path of paths) this.tree.checkIsFile(path);
    return await this.texts(paths);
  }

  /**
   * Returns the contents of the given paths, and ignores paths that are not files.
   *
   * @throws {StaleSnapshot} If the project is at another revision now.
   * @throws {ProjectTooLarge} If the contents exceed the budget.
   */
  async texts(paths: readonly ProjectPath[]): Promise<Snapshot> {
    const wanted = paths.filter((path) => this.tree.files.has(path));
    const unread = new Set(wanted.filter((path) => !this.#texts.has(path)));
    await inPieces([...unread], (piece) => this.#readPiece(piece));
    return new Map(wanted.map((path) => [path, this.#texts.get(path) ?? ""]));
  }

  entries(folder: ProjectPath | null): readonly Entry[] {
    return this.tree.entries(folder);
  }

  /**
   * Returns the history of the project.
   *
   * @throws {StaleSnapshot} If the project is at another revision now.
   */
  async history(): Promise<History> {
    if (this.head === null) return EMPTY_HISTORY;
    const history = await readStoredHistory(this.#queries, this.head);
    if (history === null) throw new StaleSnapshot("");
    return history;
  }

  /**
   * Returns a formatted record of the history; `null` if the history has no such record.
   *
   * @throws {StaleSnapshot} If the project is at another revision now.
   */
  async record(name: RecordName): Promise<Uint8Array | null> {
    if (this.head === null) return null;
    const record = await readStoredRecord(this.#queries, this.head, name);
    if (record === null) throw new StaleSnapshot("");
    return record.content;
  }

  /** Returns the snapshot after a change. */
  changed(head: Head, tree: PathTree): HostedSnapshot {
    return new HostedSnapshot(this.#queries, head, tree);
  }

  async #readPiece(paths: readonly ProjectPath[]): Promise<void> {
    const { id, revision } = this.head ?? { id: "", revision: 0 };
    const isBounded = this.#bytesLeft !== Infinity;
    // Does not load the text of a file that exceeds the budget on its own.
    const text = "CASE WHEN octet_length(f.text) <= $3 THEN f.text END AS text";
    const found = await this.#queries.all<{ path: string; text: string | null }>(
      `SELECT f.path, ${isBounded ? text : "f.text"} FROM projects p JOIN files f ` +
        "ON f.project_id = p.id WHERE p.id = $1 AND p.revision = $2 " +
        `AND f.path IN (${listed(paths.length, 1, isBounded ? 3 : 2)})`,
      id,
      revision,
      ...(isBounded ? [this.#bytesLeft] : []),
      ...paths,
    );
    for (const { path, text } of found) {
      if (text === null) throw new ProjectTooLarge();
      if (isBounded) this.#bytesLeft -= byteCount(text);
      this.#texts.set(path as ProjectPath, text);
    }
    if (this.#bytesLeft < 0) throw new ProjectTooLarge();
    // The query finds no files if the project is now at another revision.
    if (found.length < paths.length) throw new StaleSnapshot(paths[0] ?? "");
  }
}

/**
 * Takes a snapshot of a project.
 *
 * @throws {ProjectTooLarge} If the project has too many files for the budget.
 */
export async function openSnapshot(
  queries: Queries,
  { accountId, name }: HostedPlace,
  budget: ProjectBudget | null = null,
): Promise<HostedSnapshot> {
  const rows = await queries.all<SnapshotRow>(
    "SELECT p.id, p.revision, p.updated_at, f.path FROM projects p " +
      "LEFT JOIN files f ON f.project_id = p.id WHERE p.account_id = $1 AND p.name = $2" +
      (budget === null ? "" : " LIMIT $3"),
    accountId,
    name,
    // One row more than allowed, to detect a project that is too large without reading all of it.
    ...(budget === null ? [] : [budget.files + 1]),
  );
  if (budget !== null && rows.length > budget.files) throw new ProjectTooLarge();
  const [first] = rows;
  const head = first === undefined
    ? null
    : { id: first.id, revision: first.revision, updated_at: first.updated_at };
  const paths = rows.flatMap(({ path }) => path === null ? [] : [path as ProjectPath]);
  return new HostedSnapshot(queries, head, new PathTree(paths), budget?.bytes);
}

type SnapshotRow = Head & { readonly path: string | null };

/**
 * Takes a snapshot of a project and reads all its files. If the project changes during that time, locks the
 * project and starts again.
 *
 * @throws {ProjectTooLarge} If the project exceeds the budget.
 */
export async function openWholeSnapshot(
  database: Database,
  place: HostedPlace,
  budget: ProjectBudget | null = null,
): Promise<HostedSnapshot> {
  try {
    return await readWhole(database, place, budget);
  } catch (problem) {
    if (!(problem instanceof StaleSnapshot)) throw problem;
    return await database.transaction(async (queries) => {
      await lockProject(queries, place);
      return await readWhole(queries, place, budget);
    });
  }
}

async function readWhole(
  queries: Queries,
  place: HostedPlace,
  budget: ProjectBudget | null,
): Promise<HostedSnapshot> {
  const snapshot = await openSnapshot(queries, place, budget);
  await snapshot.texts([...snapshot.tree.files]);
  return snapshot;
}

/** Locks a project, if it exists, until the transaction ends. */
export async function lockProject(
  transaction: Queries,
  { accountId, name }: HostedPlace,
): Promise<void> {
  await transaction.all(
    "UPDATE projects SET revision = revision WHERE account_id = $1 AND name = $2",
    accountId,
    name,
  );
}
