/** Shows a change set that was applied to a project. */

import type { Change } from "../core/change_set.ts";
import type { RecordedFile } from "../core/history.ts";
import { type Report, report, reportChange } from "../core/report.ts";
import { unknownEntry } from "../generators/undo/planner.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type AppliedChange, appliedChange } from "./history.ts";
import { onProject } from "./on_project.ts";
import type { RunOptions } from "./run_planner.ts";

/** Options of {@linkcode showChange}. */
export type ShowChangeOptions = Pick<RunOptions, "diff" | "patchFolder">;

/**
 * Shows a change set that was applied to a project: its files, and its patch.
 *
 * @param workspace The project's own folder.
 * @param id The id of the change set, as {@linkcode history} lists it.
 * @param options Whether to put patches into the report.
 * @returns The report. It has no changes if the history does not keep them, as for the creation of a project.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateRoute, history, showChange } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateRoute(workspace, "products");
 * const { data } = await history(workspace);
 * const { changes } = await showChange(workspace, data?.applied[0]?.id ?? "");
 * equal(changes[0]?.kind, "create");
 * ```
 */
export function showChange(
  workspace: Workspace,
  id: string,
  options: ShowChangeOptions = {},
): Promise<Report<AppliedChange>> {
  const { diff = false, patchFolder = "" } = options;
  return onProject("show", workspace, "reading", async () => {
    const { history } = workspace;
    const entry = (await history?.list())?.entries.find((each) => each.id === id);
    if (entry === undefined) return report("show", "failed", { diagnostics: [unknownEntry(id)] });
    const record = entry.size === null ? null : await history?.record({ id, of: "change" });
    const isKept = record !== null && record !== undefined;
    const files = isKept ? record.files : [];
    return report("show", "unchanged", {
      message: isKept ? entry.command : `${entry.command} (its files were not kept)`,
      change_set: entry.changeSet,
      changes: files.map((file) => reportChange(changeOf(file), "", diff ? patchFolder : null)),
      data: appliedChange(entry),
    });
  });
}

function changeOf({ path, before, after }: RecordedFile): Change {
  if (before === null) return { kind: "create", path, before, after: after?.text ?? "" };
  if (after === null) return { kind: "delete", path, before: before.text, after };
  return { kind: "update", path, before: before.text, after: after.text };
}
