/** Commits changes of a hosted project. The first of several concurrent changes wins. */

import type { Change } from "../../core/change_set.ts";
import { createPauses } from "../../core/pauses.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import type { Actor } from "../../http/gate.ts";
import { recordAudit } from "../storage/audit.ts";
import { first, type Queries } from "../storage/database.ts";
import { type ApplyFailure, failed } from "../../workspace/apply_failure.ts";
import { overQuota } from "./quota.ts";
import type { Head } from "./snapshot.ts";
import { inPieces, listed } from "./statements.ts";
import { keepStep, type PreparedStep } from "./stored_history.ts";
import { byteCount, storageProblem } from "./stored_text.ts";
import type { KeptChange } from "../../workspace/workspace.ts";

/** Maximum number of changes of a project that are kept as patches. */
const KEPT_CHANGES = 50;

/**
 * Maximum bytes of a project's kept patches. The newest patch is always kept and does not count. Patches need
 * a limit of their own, because quotas count only files.
 */
const KEPT_PATCH_BYTES = 2 * 1024 * 1024;

/** The quotas of an account. */
export interface HostedQuotas {
  readonly projects: number;
  /** Bytes of all paths and file contents in UTF-8. */
  readonly bytes: number;
  /** Files of one project. */
  readonly files: number;
}

/** The account that changes projects, with the account's quotas. */
export interface HostedActor extends Actor {
  readonly quotas: HostedQuotas;
  /** Returns the time, in milliseconds since 1970. */
  now(): number;
}

/** Planned changes of a project. */
export interface PlannedChanges {
  readonly name: string;
  /** The revision that the plan is based on; `null` for a new project. */
  readonly head: Head | null;
  readonly changes: readonly [Change, ...Change[]];
  readonly patch: string;
  /** The effect of the changes on the history; `null` if the history does not record them. */
  readonly step: PreparedStep | null;
}

/** Checked changes, with values that are computed in advance to keep the transaction short. */
export interface PreparedChange extends PlannedChanges {
  readonly id: string;
  /** Growth of the project in bytes; negative if it shrinks. */
  readonly bytes: number;
}

/**
 * Checks changes and computes their size, before the transaction begins.
 *
 * @throws {ApplyFailure} If a file cannot be stored.
 */
export async function prepare(planned: PlannedChanges): Promise<PreparedChange> {
  const { changes } = planned;
  const pause = createPauses();
  let bytes = 0;
  for (const change of changes) {
    const reason = storageProblem(change.path, change.after);
    if (reason !== null) throw failed(change.path, reason);
    bytes += growth(change);
    await pause();
  }
  return { ...planned, id: `chg_${crypto.randomUUID()}`, bytes };
}

/** A committed change. */
export interface Committed {
  readonly head: Head;
  readonly change: KeptChange;
}

/**
 * Writes changes with their patch, their entry in the history and their audit entry, and charges them to the
 * account's quota.
 *
 * @param queries The transaction. The caller must roll back the transaction if this function throws.
 * @returns `null`, without any change, if the project is now at another revision.
 * @throws {ApplyFailure} If the change exceeds a quota.
 */
export async function commit(
  queries: Queries,
  actor: HostedActor,
  prepared: PreparedChange,
): Promise<Committed | null> {
  const { name, head, changes, step } = prepared;
  const { id: accountId, client, author } = actor;
  const at = actor.now();
  // Locks the project's row before the account's row. The deletion of a project locks in the same order, so
  // it cannot deadlock with a change. The removal of a person locks in the opposite order. In case of a
  // deadlock, the database rolls back one of the two transactions, which is then retried.
  const next = head === null
    ? await makeProject(queries, { accountId, name, at })
    : await advanceRevision(queries, head, at);
  if (next === null) return null;
  await chargeQuota(queries, actor, prepared);
  await writeFiles(queries, next.id, changes);
  const pause = createPauses();
  await keepChange(queries, next, { ...prepared, at });
  if (step !== null) await keepStep(queries, next.id, step, { author, at });
  // Lets other work run before the commit, because an embedded database commits on its caller's thread.
  await pause();
  await recordAudit(queries, { at, accountId, event: "project-changed", subject: name, client });
  return { head: next, change: { id: prepared.id, isFirst: head === null } };
}

interface NewProject {
  readonly accountId: string;
  readonly name: string;
  readonly at: number;
}

function makeProject(queries: Queries, { accountId, name, at }: NewProject): Promise<Head | null> {
  return first<Head>(
    queries,
    "INSERT INTO projects (id, account_id, name, revision, created_at, updated_at) " +
      "VALUES ($1, $2, $3, 1, $4, $5) " +
      "ON CONFLICT (account_id, name) DO NOTHING RETURNING id, revision, updated_at",
    `prj_${crypto.randomUUID()}`,
    accountId,
    name,
    at,
    at,
  );
}

function advanceRevision(
  queries: Queries,
  { id, revision }: Head,
  at: number,
): Promise<Head | null> {
  return first<Head>(
    queries,
    "UPDATE projects SET revision = revision + 1, updated_at = $1 " +
      "WHERE id = $2 AND revision = $3 RETURNING id, revision, updated_at",
    at,
    id,
    revision,
  );
}

/** Charges the account's quota in one statement, so that concurrent changes cannot exceed it. */
async function chargeQuota(
  queries: Queries,
  { id: accountId, quotas }: HostedActor,
  { head, changes, bytes }: PreparedChange,
): Promise<void> {
  const projects = head === null ? 1 : 0;
  const taken = await first(
    queries,
    "UPDATE accounts SET projects = projects + $1, bytes = bytes + $2 " +
      "WHERE id = $3 AND projects + $4 <= $5 AND bytes + $6 <= $7 RETURNING id",
    projects,
    bytes,
    accountId,
    projects,
    limitFor(projects, quotas.projects),
    bytes,
    limitFor(bytes, quotas.bytes),
  );
  if (taken !== null) return;
  const used = await first<{ projects: number; bytes: number }>(
    queries,
    "SELECT projects, bytes FROM accounts WHERE id = $1",
    accountId,
  );
  if (used === null) throw accountGone(changes[0].path);
  const ofProjects = projects > 0 && used.projects + projects > quotas.projects;
  throw overQuota({
    path: changes[0].path,
    ...(ofProjects
      ? { of: "projects", wanted: projects, used: used.projects, limit: quotas.projects }
      : { of: "bytes", wanted: bytes, used: used.bytes, limit: quotas.bytes }),
  });
}

/** Reports whether an account no longer exists. */
export async function isAccountGone(queries: Queries, accountId: string): Promise<boolean> {
  return await first(queries, "SELECT id FROM accounts WHERE id = $1", accountId) === null;
}

/** Returns the failure of a change whose account was removed with all its projects. */
export function accountGone(path: ProjectPath): ApplyFailure {
  return failed(path, "The account was removed");
}

/**
 * Rejects a change that makes a project exceed its quota of files.
 *
 * @param counts The number of files before and after the change.
 * @throws {ApplyFailure} If the change adds files and the project would then have too many.
 */
export function checkFiles(
  { quotas: { files: limit } }: HostedActor,
  path: ProjectPath,
  { before, after }: { readonly before: number; readonly after: number },
): void {
  if (after <= limit || after <= before) return;
  throw overQuota({ path, of: "files", wanted: after - before, used: before, limit });
}

/**
 * Returns the limit to enforce. A change that adds nothing has no limit, so that it also works for an account
 * that exceeds a lowered quota.
 */
function limitFor(wanted: number, limit: number): number {
  return wanted > 0 ? limit : Number.MAX_SAFE_INTEGER;
}

function growth({ path, before, after }: Change): number {
  return fileSize(path, after) - fileSize(path, before);
}

function fileSize(path: string, text: string | null): number {
  return text === null ? 0 : byteCount(path) + byteCount(text);
}

async function writeFiles(
  queries: Queries,
  projectId: string,
  changes: readonly Change[],
): Promise<void> {
  const removed = changes.flatMap(({ path, after }) => after === null ? [path] : []);
  await inPieces(removed, async (paths) => {
    const places = listed(paths.length, 1, 1);
    const sql = `DELETE FROM files WHERE project_id = $1 AND path IN (${places})`;
    await queries.all(sql, projectId, ...paths);
  });
  const rows = changes.flatMap(({ path, after }) =>
    after === null ? [] : [[projectId, path, after]]
  );
  await inPieces(rows, async (piece) => {
    await queries.all(
      `INSERT INTO files (project_id, path, text) VALUES ${listed(piece.length, 3, 0)} ` +
        "ON CONFLICT (project_id, path) DO UPDATE SET text = excluded.text",
      ...piece.flat(),
    );
  });
}

async function keepChange(
  queries: Queries,
  head: Head,
  { id, patch, at }: PreparedChange & { readonly at: number },
): Promise<void> {
  await queries.all(
    "INSERT INTO changes (id, project_id, revision, created_at, patch) VALUES ($1, $2, $3, $4, $5)",
    id,
    head.id,
    head.revision,
    at,
    patch,
  );
  await queries.all(
    "DELETE FROM changes WHERE project_id = $1 AND revision IN (SELECT revision FROM " +
      "(SELECT revision, SUM(octet_length(patch)) OVER (ORDER BY revision DESC) AS bytes " +
      "FROM changes WHERE project_id = $1 AND revision < $2) older " +
      "WHERE revision <= $3 OR bytes > $4)",
    head.id,
    head.revision,
    head.revision - KEPT_CHANGES,
    KEPT_PATCH_BYTES,
  );
}
