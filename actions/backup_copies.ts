/** Backups of edits that a change discards. */

import { type Change, changeSet } from "../core/change_set.ts";
import { projectPath } from "../core/project_path.ts";
import type { Workspace } from "../workspace/workspace.ts";

/**
 * Returns changes that copy the files with discarded edits to `.layerwright/backup`.
 *
 * @param discarded Changes that discard edits. An existing backup of the same changes is kept.
 */
export async function backupCopies(
  workspace: Workspace,
  discarded: readonly Change[],
): Promise<readonly Change[]> {
  if (discarded.length === 0) return [];
  const id = await changeSet(discarded).id;
  const folder = `.layerwright/backup/${id.slice("sha256:".length).slice(0, 12)}`;
  const copies = discarded.map(({ path: like, before }) => ({
    kind: "create" as const,
    path: projectPath(`${folder}/${like}`),
    before: null,
    after: before ?? "",
    like,
  }));
  const present = await workspace.read(copies.map(({ path }) => path));
  return copies.filter(({ path }) => !present.has(path));
}
