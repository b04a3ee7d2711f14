/** Finds the projects of previews by the projects' ids, and revokes previews. */

import type { PreviewTarget } from "../accounts/preview_tokens.ts";
import { recordAudit } from "../storage/audit.ts";
import { type Database, first } from "../storage/database.ts";
import type { HostedActor } from "./commit.ts";
import { isHostedName } from "./project_name.ts";
import type { HostedPlace } from "./snapshot.ts";

/** A project at its current revision. */
export interface PreviewedProject extends HostedPlace {
  readonly id: string;
  readonly revision: number;
}

/** Returns the project of a preview; `null` if the project was deleted, or the preview was revoked. */
export async function previewedProject(
  database: Database,
  { projectId: id, generation }: PreviewTarget,
): Promise<PreviewedProject | null> {
  const found = await first<{ account_id: string; name: string; revision: number }>(
    database,
    "SELECT account_id, name, revision FROM projects WHERE id = $1 AND preview_generation = $2",
    id,
    generation,
  );
  if (found === null) return null;
  const { account_id: accountId, name, revision } = found;
  return { id, accountId, name, revision };
}

/** Returns the target for a new preview of a project; `null` if the account has no such project. */
export async function previewTarget(
  database: Database,
  { accountId, name }: HostedPlace,
): Promise<PreviewTarget | null> {
  if (!isHostedName(name)) return null;
  const found = await first<{ id: string; preview_generation: number }>(
    database,
    "SELECT id, preview_generation FROM projects WHERE account_id = $1 AND name = $2",
    accountId,
    name,
  );
  return found === null ? null : { projectId: found.id, generation: found.preview_generation };
}

/**
 * Revokes all existing previews of a project.
 *
 * @returns Whether the account has such a project.
 */
export function revokePreviews(
  database: Database,
  { id: accountId, client, now }: Omit<HostedActor, "quotas">,
  name: string,
): Promise<boolean> {
  if (!isHostedName(name)) return Promise.resolve(false);
  return database.transaction(async (queries) => {
    const project = await first<{ id: string }>(
      queries,
      "UPDATE projects SET preview_generation = preview_generation + 1 " +
        "WHERE account_id = $1 AND name = $2 RETURNING id",
      accountId,
      name,
    );
    if (project === null) return false;
    const event = "previews-revoked";
    await recordAudit(queries, { at: now(), accountId, event, subject: name, client });
    return true;
  });
}
