/** A project of the database, as it is at one revision. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import type { Queries } from "../storage/database.ts";
import { PathTree } from "./path_tree.ts";
import { type Entry, WorkspaceError } from "./workspace.ts";
import { inPieces, listed } from "./hosted_statements.ts";

/** The row of a project. */
export type Head = {
  readonly id: string;
  readonly revision: number;
};

/** Whose project it is, and its name. */
export interface HostedPlace {
  readonly accountId: string;
  readonly name: string;
}

/** Somebody else changed the project after the snapshot was taken. */
export class Moved extends WorkspaceError {
  constructor(path: string) {
    super("unreadable", path, "Changed all the time");
  }
}

/**
 * The project's paths at one revision. Texts are read when they are asked for, and only of that
 * revision.
 */
export class HostedSnapshot {
  readonly #queries: Queries;
  /** `null` if there is no such project. */
  readonly head: Head | null;
  readonly tree: PathTree;
  readonly #texts: Map<ProjectPath, string>;

  constructor(
    queries: Queries,
    head: Head | null,
    tree: PathTree,
    texts: ReadonlyMap<ProjectPath, string> = new Map(),
  ) {
    this.#queries = queries;
    this.head = head;
    this.tree = tree;
    this.#texts = new Map(texts);
  }

  /** @throws {Moved} If the project is at another revision by now. */
  async read(paths: readonly ProjectPath[]): Promise<Snapshot> {
    for (const path of paths) this.tree.checkIsFile(path);
    return await this.texts(paths);
  }

  /**
   * The texts of those paths that are files.
   *
   * @throws {Moved} As {@linkcode HostedSnapshot.read} does.
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

  /** The snapshot after a change of it. */
  changed(head: Head, tree: PathTree): HostedSnapshot {
    return new HostedSnapshot(this.#queries, head, tree);
  }

  async #readPiece(paths: readonly ProjectPath[]): Promise<void> {
    const { id, revision } = this.head ?? { id: "", revision: 0 };
    const found = await this.#queries.all<{ path: string; text: string }>(
      "SELECT f.path, f.text FROM projects p JOIN files f ON f.project_id = p.id " +
        `WHERE p.id = $1 AND p.revision = $2 AND f.path IN (${listed(paths.length, 1, 2)})`,
      id,
      revision,
      ...paths,
    );
    for (const { path, text } of found) this.#texts.set(path as ProjectPath, text);
    // One statement sees one revision: with another, it finds nothing.
    if (found.length < paths.length) throw new Moved(paths[0] ?? "");
  }
}

/** The largest project that somebody can take. */
export interface ProjectBudget {
  readonly files: number;
  /** Of all texts. */
  readonly bytes: number;
}

/** The project is larger than whoever opened it can take. */
export class ProjectTooLarge extends Error {}

/**
 * Takes a snapshot of a project.
 *
 * @throws {ProjectTooLarge} If the project is over the budget.
 */
export async function openSnapshot(
  queries: Queries,
  { accountId, name }: HostedPlace,
  budget: ProjectBudget | null = null,
): Promise<HostedSnapshot> {
  const rows = await queries.all<SnapshotRow>(
    `SELECT p.id, p.revision, f.path${budget === null ? "" : ", octet_length(f.text) AS bytes"} ` +
      "FROM projects p LEFT JOIN files f ON f.project_id = p.id " +
      `WHERE p.account_id = $1 AND p.name = $2${budget === null ? "" : " LIMIT $3"}`,
    accountId,
    name,
    ...(budget === null ? [] : [budget.files + 1]),
  );
  if (budget !== null && isOver(rows, budget)) throw new ProjectTooLarge();
  const [first] = rows;
  const head = first === undefined ? null : { id: first.id, revision: first.revision };
  const paths = rows.flatMap(({ path }) => path === null ? [] : [path as ProjectPath]);
  return new HostedSnapshot(queries, head, new PathTree(paths));
}

type SnapshotRow = Head & {
  readonly path: string | null;
  /** Of its text, where a budget asks for it. */
  readonly bytes?: number | null;
};

function isOver(rows: readonly SnapshotRow[], budget: ProjectBudget): boolean {
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0);
  return rows.length > budget.files || bytes > budget.bytes;
}

/** Takes a snapshot of a project with all texts, which nobody can change meanwhile. */
export async function openWholeSnapshot(
  queries: Queries,
  place: HostedPlace,
): Promise<HostedSnapshot> {
  const rows = await readRows(queries, place);
  const [head = null] = rows;
  const texts = textsOf(rows);
  return new HostedSnapshot(queries, head, new PathTree(texts.keys()), texts);
}

/** A file of a project; for one without files, its one row has none. */
export type ProjectRow = Head & {
  readonly updated_at: number;
  readonly path: string | null;
  readonly text: string | null;
};

/** Reads a whole project: one statement, so all of one revision. */
export function readRows(
  queries: Queries,
  { accountId, name }: HostedPlace,
): Promise<readonly ProjectRow[]> {
  return queries.all<ProjectRow>(
    "SELECT p.id, p.revision, p.updated_at, f.path, f.text FROM projects p " +
      "LEFT JOIN files f ON f.project_id = p.id WHERE p.account_id = $1 AND p.name = $2",
    accountId,
    name,
  );
}

export function textsOf(rows: readonly ProjectRow[]): ReadonlyMap<ProjectPath, string> {
  return new Map(
    rows.flatMap(({ path, text }) => path === null ? [] : [[path as ProjectPath, text ?? ""]]),
  );
}

/** Keeps everybody else from changing a project, if there is one, until a transaction is over. */
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
