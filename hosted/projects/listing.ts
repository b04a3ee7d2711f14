/** What people read of their projects in the database, page by page: never more than a page shows. */

import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { type Database, first } from "../storage/database.ts";
import { isHostedName } from "./project_name.ts";
import { type HostedPlace } from "./snapshot.ts";

/** A project among others. */
export interface ListedProject {
  readonly name: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  readonly files: number;
  /** Of all paths and texts. */
  readonly bytes: number;
}

/** Lists the projects of an account by their names. */
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
  // Databases order letters each in its own way.
  return rows.map(({ updated_at, ...project }) => ({ ...project, updatedAt: updated_at }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file among others. */
export interface ListedFile {
  readonly path: ProjectPath;
  /** Of its text. */
  readonly bytes: number;
}

/** A project without its texts. */
export interface ProjectContents {
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Ordered by their paths. */
  readonly files: readonly ListedFile[];
}

/** Lists the files of a project; `null` if the account has none of that name. */
export async function listHostedFiles(
  database: Database,
  { accountId, name }: HostedPlace,
): Promise<ProjectContents | null> {
  if (!isHostedName(name)) return null;
  const rows = await database.all<{
    revision: number;
    updated_at: number;
    path: ProjectPath | null;
    bytes: number | null;
  }>(
    "SELECT p.revision, p.updated_at, f.path, octet_length(f.text) AS bytes FROM projects p " +
      "LEFT JOIN files f ON f.project_id = p.id WHERE p.account_id = $1 AND p.name = $2",
    accountId,
    name,
  );
  const [head] = rows;
  if (head === undefined) return null;
  const files = rows.flatMap(({ path, bytes }) =>
    path === null ? [] : [{ path, bytes: bytes ?? 0 }]
  )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return { revision: head.revision, updatedAt: head.updated_at, files };
}

/** The beginning of a text. */
export interface TextStart {
  readonly text: string;
  /** Whether that is all of it. */
  readonly isWhole: boolean;
}

/**
 * Reads a file; `null` if the account has none of that path in that project.
 *
 * @param most The most characters.
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

/** A change among others. */
export interface ListedChange {
  readonly id: string;
  /** The project's, after the change. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

type ChangeRow = Omit<ListedChange, "createdAt"> & { readonly created_at: number };

/** Lists the last changes of a project that are kept, the newest first. */
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

/** A change, and the beginning of its patch. */
export interface ShownChange extends ListedChange {
  readonly patch: TextStart;
}

/**
 * Reads a change; `null` if the account has none of that id in that project, or no longer.
 *
 * @param most The most characters of its patch.
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
