/** Changes files like a person or a checkout. */

import { ok } from "node:assert/strict";
import type { Change, MemoryWorkspace, Snapshot } from "../../mod.ts";

/**
 * Replaces all files of a workspace, outside of its history.
 *
 * @param wanted The files that exist afterwards. All others are deleted.
 */
export async function replaceFiles(workspace: MemoryWorkspace, wanted: Snapshot): Promise<void> {
  const now = workspace.files();
  const paths = [...new Set([...now.keys(), ...wanted.keys()])];
  const changes = paths.flatMap((path): readonly Change[] => {
    const [before, after] = [now.get(path) ?? null, wanted.get(path) ?? null];
    if (before === after) return [];
    if (before === null) return after === null ? [] : [{ kind: "create", path, before, after }];
    return after === null
      ? [{ kind: "delete", path, before, after }]
      : [{ kind: "update", path, before, after }];
  });
  const outcome = await workspace.exclusively(() => workspace.apply(changes));
  ok(outcome.kind === "done" && outcome.value.kind === "applied");
}
