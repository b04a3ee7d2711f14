/** Reads projects, files and changes for the dashboard. Reads only the contents that a page shows. */

import { EMPTY_HISTORY, type History } from "../../core/history.ts";
import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { type Database, first } from "../storage/database.ts";
import { isHostedName } from "./project_name.ts";
import { type HostedPlace } from "./snapshot.ts";
import { inPieces, listed } from "./statements.ts";
import { parsedList } from "./stored_history.ts";

/** A project in a list. */
export interface ListedProject {
  readonly name: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly files: number;
  /** Bytes of all paths and file contents. */
  readonly bytes: number;
}

/** Lists the projects of an account, ordered by name. */
export async function listHostedProjects(
  database: Database,
  accountId: string,
): Promise<readonly ListedProject[]> {
  const rows = await database.all<Omit<ListedProject, "updatedAt"> & { updated_at: number }>(
    "SELECT p.name, p.revision, p.updated_at, COUNT(f.path) AS files, " +
      "COALESCE(SUM(octet_length(f.path) + octet_length(f.text)), 0) AS bytes " +
      "FROM projects p LEFT JOIN files f ON f.project_id = p.id WHERE p.account_id = $1 " +
      "GROUP BY p.id, p.name, p.revision, p.updated_at",
    accountId,
  );
  // Sorts outside the database, because databases differ in how they order letters.
  return rows.map(({ updated_at, ...project }) => ({ ...project, updatedAt: updated_at }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file in a list. */
export interface ListedFile {
  readonly path: ProjectPath;
  /** Bytes of the file's contents. */
  readonly bytes: number;
}

/**
 * Lists the first files of a project, ordered by path. Without such a project, the list is empty.
 *
 * @param most Maximum number of files. The database decides which files are the first ones.
 */
export async function listHostedFiles(
  database: Database,
  { accountId, name }: HostedPlace,
  most: number,
): Promise<readonly ListedFile[]> {
  if (!isHostedName(name)) return [];
  const rows = await database.all<{ path: ProjectPath; bytes: number }>(
    // With the id as a value, the database reads the files in the order of their index, up to the limit.
    "SELECT path, octet_length(text) AS bytes FROM files WHERE project_id = " +
      "(SELECT id FROM projects WHERE account_id = $1 AND name = $2) ORDER BY path LIMIT $3",
    accountId,
    name,
    most,
  );
  // Sorts again outside the database, because databases differ in how they order letters.
  return rows.map(({ path, bytes }) => ({ path, bytes }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns those of the given paths that are files of a project. */
export async function filesAmong(
  database: Database,
  { accountId, name }: HostedPlace,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const storable = [...new Set(paths)].filter((path) => isProjectPath(path) && path.isWellFormed());
  if (!isHostedName(name)) return found;
  await inPieces(storable, async (piece) => {
    const rows = await database.all<{ path: string }>(
      "SELECT f.path FROM projects p JOIN files f ON f.project_id = p.id " +
        `WHERE p.account_id = $1 AND p.name = $2 AND f.path IN (${listed(piece.length, 1, 2)})`,
      accountId,
      name,
      ...piece,
    );
    for (const { path } of rows) found.add(path);
  });
  return found;
}

/** Reports whether an account has a project. */
export async function hasHostedProject(
  database: Database,
  { accountId, name }: HostedPlace,
): Promise<boolean> {
  if (!isHostedName(name)) return false;
  const sql = "SELECT 1 AS found FROM projects WHERE account_id = $1 AND name = $2";
  return await first(database, sql, accountId, name) !== null;
}

/** A project without its files. */
export interface ProjectSummary {
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Number of files. */
  readonly files: number;
  /** Bytes of the paths of all files. */
  readonly pathBytes: number;
  /** Bytes of the contents of all Python files. */
  readonly pythonBytes: number;
}

/** Returns the summary of a project; `null` if the account has no such project. */
export async function readHostedSummary(
  database: Database,
  { accountId, name }: HostedPlace,
): Promise<ProjectSummary | null> {
  if (!isHostedName(name)) return null;
  const found = await first<{
    revision: number;
    updated_at: number;
    files: number;
    path_bytes: number;
    python_bytes: number;
  }>(
    database,
    "SELECT p.revision, p.updated_at, COUNT(f.path) AS files, " +
      "COALESCE(SUM(octet_length(f.path)), 0) AS path_bytes, COALESCE(SUM(CASE " +
      "WHEN substr(f.path, length(f.path) - 2) = '.py' THEN octet_length(f.text) END), 0) " +
      "AS python_bytes FROM projects p LEFT JOIN files f ON f.project_id = p.id " +
      "WHERE p.account_id = $1 AND p.name = $2 GROUP BY p.id, p.revision, p.updated_at",
    accountId,
    name,
  );
  if (found === null) return null;
  const { revision, updated_at: updatedAt, files } = found;
  return {
    revision,
    updatedAt,
    files,
    pathBytes: found.path_bytes,
    pythonBytes: found.python_bytes,
  };
}

/** Reads the history of a project. Without such a project, the history is empty. */
export async function readHostedHistory(
  database: Database,
  { accountId, name }: HostedPlace,
): Promise<History> {
  if (!isHostedName(name)) return EMPTY_HISTORY;
  const found = await first<{ entries: string }>(
    database,
    "SELECT h.entries FROM projects p JOIN histories h ON h.project_id = p.id " +
      "WHERE p.account_id = $1 AND p.name = $2",
    accountId,
    name,
  );
  return found === null ? EMPTY_HISTORY : parsedList(found.entries);
}

/** The beginning of a file or a patch. */
export interface TextStart {
  readonly text: string;
  /** Whether `text` is the whole file or patch. */
  readonly isWhole: boolean;
}

/**
 * Reads the beginning of a file; returns `null` if the account has no such file.
 *
 * @param most Maximum number of characters.
 */
export async function readHostedFile(
  database: Database,
  { accountId, name }: HostedPlace,
  path: string,
  most: number,
): Promise<TextStart | null> {
  if (!isHostedName(name) || !isProjectPath(path) || !path.isWellFormed()) return null;
  const found = await first<{ text: string; length: number }>(
    database,
    "SELECT substr(f.text, 1, CAST($4 AS INTEGER)) AS text, length(f.text) AS length " +
      "FROM projects p JOIN files f ON f.project_id = p.id " +
      "WHERE p.account_id = $1 AND p.name = $2 AND f.path = $3",
    accountId,
    name,
    path,
    most,
  );
  return found === null ? null : { text: found.text, isWhole: found.length <= most };
}

/** A change in a list. */
export interface ListedChange {
  readonly id: string;
  /** The project's revision after the change. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

type ChangeRow = Omit<ListedChange, "createdAt"> & { readonly created_at: number };

/** Lists up to `most` kept changes of a project, newest first. */
export async function listHostedChanges(
  database: Database,
  { accountId, name }: HostedPlace,
  most: number,
): Promise<readonly ListedChange[]> {
  if (!isHostedName(name)) return [];
  const rows = await database.all<ChangeRow>(
    "SELECT c.id, c.revision, c.created_at FROM changes c JOIN projects p ON p.id = c.project_id " +
      "WHERE p.account_id = $1 AND p.name = $2 ORDER BY c.revision DESC LIMIT $3",
    accountId,
    name,
    most,
  );
  return rows.map(({ id, revision, created_at }) => ({ id, revision, createdAt: created_at }));
}

/** A change with the beginning of its patch. */
export interface ShownChange extends ListedChange {
  readonly patch: TextStart;
}

/**
 * Reads a change; returns `null` if the project has no such change, or the change is no longer kept.
 *
 * @param most Maximum number of characters of the patch.
 */
export async function readHostedChange(
  database: Database,
  { accountId, name }: HostedPlace,
  id: string,
  most: number,
): Promise<ShownChange | null> {
  if (!isHostedName(name) || !/^chg_[0-9a-f-]{36}$/.test(id)) return null;
  const found = await first<ChangeRow & { readonly patch: string; readonly length: number }>(
    database,
    "SELECT c.id, c.revision, c.created_at, length(c.patch) AS length, " +
      "substr(c.patch, 1, CAST($4 AS INTEGER)) AS patch " +
      "FROM changes c JOIN projects p ON p.id = c.project_id " +
      "WHERE c.id = $1 AND p.account_id = $2 AND p.name = $3",
    id,
    accountId,
    name,
    most,
  );
  if (found === null) return null;
  const { revision, created_at, patch, length } = found;
  return { id, revision, createdAt: created_at, patch: { text: patch, isWhole: length <= most } };
}
