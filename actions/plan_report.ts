/**
 * Shows plans. The parts that `apply` enforces come first, because a plan may come from a stranger.
 */

import type { Diagnostic } from "../core/diagnostic.ts";
import { printable, quotable } from "../core/printable.ts";
import { counted, type Report, report, reportChange } from "../core/report.ts";
import { commandWords } from "./invocation.ts";
import type { PlanFile } from "./plan_format.ts";
import type { PlannedRun } from "./run_planner.ts";

/** Returns the command line that a plan runs, and the number of files that it changes. */
export function planTitle({ invocation, changes }: Omit<PlannedRun, "report">): string {
  return `Planned: ${quotable(commandWords(invocation))}, ${counted(changes.length, "file")}`;
}

/**
 * Returns the report of a plan. The plan's own message and hints are left out: a stranger may have
 * written them, and people run the commands in hints. The report's message is the plan's title.
 *
 * @param patchFolder The prefix of paths in patches; `null` for a report without patches.
 */
export function planReport(plan: PlanFile, patchFolder: string | null): Report {
  const { invocation, data, folder } = plan;
  const changes = plan.changes.map((change) => reportChange(change, folder, patchFolder));
  const message = planTitle(plan);
  const isPlanned = changes.length > 0;
  return report<unknown>(invocation.command, isPlanned ? "planned" : "unchanged", {
    message,
    changes,
    diagnostics: plan.diagnostics.filter((each) => !repeats(each, message)).map(withoutHint),
    change_set: isPlanned ? plan.changeSet : null,
    data,
  });
}

/**
 * Reports whether a diagnostic has the same message as the report. A report with such a diagnostic
 * would be printed without its message.
 */
function repeats(diagnostic: Diagnostic, message: string): boolean {
  return printable(diagnostic.message) === printable(message);
}

function withoutHint(diagnostic: Diagnostic): Diagnostic {
  return { ...diagnostic, hint: null };
}
