/** Writes plan files: the changes of a command, for people to review and for `apply`. */

import type { Report } from "../core/report.ts";
import { formatPlan } from "./plan_format.ts";
import type { PlannedRun, RunOptions } from "./run_planner.ts";

/** The outcome of planning. */
export interface PlannedFile<Data> {
  /** The report of the dry run. */
  readonly report: Report<Data>;
  /** The text of the plan file; `null` if the run failed or was refused. */
  readonly file: string | null;
}

/**
 * Plans a run, and returns a plan file that {@linkcode applyPlan} applies later.
 *
 * @param run Calls one function of the library that changes a project, with the given options.
 * @returns The report of the dry run, and the text of the plan file.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateRoute, planFile } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * const { report, file } = await planFile((options) =>
 *   generateRoute(workspace, "invoices", { type: "POST", ...options })
 * );
 * equal(report.status, "planned");
 * equal(workspace.files().size, 0);
 * equal(file?.includes('"command": "generate route invoices --type POST"'), true);
 * ```
 */
export async function planFile<Data>(
  run: (options: RunOptions) => Promise<Report<Data>>,
): Promise<PlannedFile<Data>> {
  const plans: PlannedRun[] = [];
  const report = await run({ dryRun: true, onPlan: (planned) => void plans.push(planned) });
  const [planned] = plans;
  return { report, file: planned === undefined ? null : await formatPlan(planned) };
}
