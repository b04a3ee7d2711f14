/** Lists the change sets that were applied to a project. */

import type { ChangeAuthor, HistoryEntry as StoredEntry } from "../core/history.ts";
import { counted, type Report, report } from "../core/report.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { onProject } from "./on_project.ts";

/** A change set that was applied to a project. */
export interface AppliedChange {
  /** The id, such as `chg_8f2kq0rz`. */
  readonly id: string;
  /** The time of application, in ISO 8601. */
  readonly time: string;
  /** The person who applied it; `null` in a project on a disk or in memory. */
  readonly author: ChangeAuthor | null;
  /** The command line, such as `generate route carts`. */
  readonly command: string;
  /** Number of changed files. */
  readonly files: number;
  /** Number of changed endpoints; `null` if unknown. */
  readonly endpoints: number | null;
  /** The id of the change set, as in the report of the command. */
  readonly change_set: string;
  /**
   * Whether the change is in effect, was undone, or created the project. A creation cannot be
   * undone.
   */
  readonly state: "applied" | "undone" | "created";
}

/** Report data of {@linkcode history}. */
export interface HistoryData {
  /** The applied change sets, newest first. */
  readonly applied: readonly AppliedChange[];
}

/**
 * Lists the change sets that were applied to a project, newest first: at most 100.
 *
 * @param workspace The project's own folder.
 * @returns The report. Its data lists the change sets.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateRoute, history } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateRoute(workspace, "products");
 * const { data } = await history(workspace);
 * deepEqual(data?.applied.map(({ state }) => state), ["applied"]);
 * ```
 */
export function history(workspace: Workspace): Promise<Report<HistoryData>> {
  return onProject("log", workspace, "reading", async () => {
    const { entries } = await workspace.history?.list() ?? { entries: [] };
    const applied = entries.map(appliedChange).reverse();
    const message = applied.length === 0
      ? "Nothing was applied here yet"
      : counted(applied.length, "change");
    return report("log", "unchanged", { message, data: { applied } });
  });
}

/** Describes an entry of the history. */
export function appliedChange(entry: StoredEntry): AppliedChange {
  const { id, time, author, command, files, endpoints, changeSet, isCreation, isUndone } = entry;
  return {
    id,
    time: new Date(time).toISOString(),
    author,
    command,
    files,
    endpoints,
    change_set: changeSet,
    state: isCreation ? "created" : isUndone ? "undone" : "applied",
  };
}
