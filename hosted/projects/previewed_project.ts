/** Finds projects for their previews, which know them by their ids. */

import { type Database, first } from "../storage/database.ts";
import { isHostedName } from "./project_name.ts";
import type { HostedPlace } from "./snapshot.ts";

/** A project at its current revision. */
export interface PreviewedProject extends HostedPlace {
  readonly id: string;
  readonly revision: number;
}

/** Returns a project; `null` if it does not exist any more. */
export async function previewedProject(
  database: Database,
  id: string,
): Promise<PreviewedProject | null> {
  const found = await first<{ account_id: string; name: string; revision: number }>(
    database,
    "SELECT account_id, name, revision FROM projects WHERE id = $1",
    id,
  );
  if (found === null) return null;
  const { account_id: accountId, name, revision } = found;
  return { id, accountId, name, revision };
}

/** Returns the id of a project; `null` if the account has no such project. */
export async function projectIdOf(
  database: Database,
  { accountId, name }: HostedPlace,
): Promise<string | null> {
  if (!isHostedName(name)) return null;
  const found = await first<{ id: string }>(
    database,
    "SELECT id FROM projects WHERE account_id = $1 AND name = $2",
    accountId,
    name,
  );
  return found?.id ?? null;
}
