/** Reads projects, files and changes for the dashboard. Reads only the contents that a page shows. */

import { isProjectPath, type ProjectPath } from "../../core/project_path.ts";
import { type Database, first } from "../storage/database.ts";
import { isHostedName } from "./project_name.ts";
import { type HostedPlace } from "./snapshot.ts";

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

/** A project and the list of its files, without their contents. */
export interface ProjectContents {
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /** Ordered by path. */
  readonly files: readonly ListedFile[];
}

/** Lists the files of a project; returns `null` if the account has no such project. */
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
