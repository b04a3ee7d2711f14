/** Reads whole projects and their patches, and deletes projects. */

import type { Snapshot } from "../../core/change_set.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first } from "../storage/database.ts";
import type { HostedActor } from "./commit.ts";
import { isHostedName } from "./project_name.ts";
import { type HostedPlace, openWholeSnapshot } from "./snapshot.ts";

const CHANGE_ID = /^chg_[0-9a-f-]{36}$/;

/** The files of a project at one revision. */
export interface HostedFiles {
  readonly revision: number;
  /** Time of that revision, in milliseconds since 1970. */
  readonly updatedAt: number;
  readonly files: Snapshot;
}

/** Reads a whole project; returns `null` if the account has no such project. */
export async function readHostedProject(
  database: Database,
  place: HostedPlace,
): Promise<HostedFiles | null> {
  if (!isHostedName(place.name)) return null;
  const snapshot = await openWholeSnapshot(database, place);
  const { head, tree } = snapshot;
  if (head === null) return null;
  const files = await snapshot.texts([...tree.files]);
  return { revision: head.revision, updatedAt: head.updated_at, files };
}

/** Reads a change's patch; returns `null` if the change does not exist or its patch is no longer kept. */
export async function readHostedPatch(
  database: Database,
  { accountId, name }: HostedPlace,
  changeId: string,
): Promise<string | null> {
  if (!isHostedName(name) || !CHANGE_ID.test(changeId)) return null;
  const found = await first<{ patch: string }>(
    database,
    "SELECT c.patch FROM changes c JOIN projects p ON p.id = c.project_id " +
      "WHERE c.id = $1 AND p.account_id = $2 AND p.name = $3",
    changeId,
    accountId,
    name,
  );
  return found?.patch ?? null;
}

/** Lists the names of all projects of an account in order, including projects without a manifest. */
export async function hostedProjectNames(
  database: Database,
  accountId: string,
): Promise<readonly string[]> {
  const sql = "SELECT name FROM projects WHERE account_id = $1";
  const rows = await database.all<{ name: string }>(sql, accountId);
  // Sorts outside the database, because databases differ in how they order letters.
  return rows.map(({ name }) => name).sort();
}

/**
 * Deletes a project with its files and patches.
 *
 * @returns Whether the account had such a project.
 */
export function deleteHostedProject(
  database: Database,
  { id: accountId, client, now }: Omit<HostedActor, "quotas">,
  name: string,
): Promise<boolean> {
  if (!isHostedName(name)) return Promise.resolve(false);
  return database.transaction(async (queries) => {
    // Raises the revision, which locks the project: a concurrent change has either committed already, or
    // finds another revision and does not commit.
    const project = await first<{ id: string }>(
      queries,
      "UPDATE projects SET revision = revision + 1 WHERE account_id = $1 AND name = $2 RETURNING id",
      accountId,
      name,
    );
    if (project === null) return false;
    const size = await first<{ bytes: number }>(
      queries,
      "SELECT COALESCE(SUM(octet_length(path) + octet_length(text)), 0) AS bytes " +
        "FROM files WHERE project_id = $1",
      project.id,
    );
    await queries.all("DELETE FROM projects WHERE id = $1", project.id);
    await queries.all(
      "UPDATE accounts SET projects = projects - 1, bytes = bytes - $1 WHERE id = $2",
      size?.bytes ?? 0,
      accountId,
    );
    const entry = {
      at: now(),
      accountId,
      event: "project-deleted",
      subject: name,
      client,
    } as const;
    await recordAudit(queries, entry);
    return true;
  });
}
