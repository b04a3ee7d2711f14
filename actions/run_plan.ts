/** Planning, checking and applying: the one way in which a project changes. */

import { type ChangeSet, changeSet } from "../core/change_set.ts";
import { type Diagnostic, error, hasErrors, info } from "../core/diagnostic.ts";
import { counted, type Report, report, reportChange } from "../core/report.ts";
import type { Plan } from "../generators/plan.ts";
import { type ApplyOutcome, type Workspace, WorkspaceError } from "../workspace/workspace.ts";

export interface RunOptions {
  /** Plan and check, but write nothing. */
  readonly dryRun?: boolean;
  /** Put patches into the report. */
  readonly diff?: boolean;
}

/** A command's work on one project. */
export interface Job {
  readonly command: string;
  readonly workspace: Workspace;
  /** What stands before the project's paths in the report, such as `shop/`; empty in the project. */
  readonly folder: string;
  readonly options: RunOptions;
  plan(): Promise<Plan>;
}

/**
 * Plans, checks and, unless it is a dry run, applies.
 *
 * @returns The report; whatever its status is but `applied`, nothing was changed.
 */
export function runPlan(job: Job): Promise<Report> {
  return reportingUnreadable(job.command, async () => {
    if (job.options.dryRun) return await execute(job);
    const outcome = await job.workspace.exclusively(() => execute(job));
    if (outcome.kind === "done") return withRecovery(outcome.value, outcome.recovered);
    const busy = error("conflict-busy", "Another run holds the project.");
    return report(job.command, "refused", { diagnostics: [busy] });
  });
}

/** Does work that reads a project; what cannot be read becomes a report. */
export async function reportingUnreadable(
  command: string,
  work: () => Promise<Report>,
): Promise<Report> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof WorkspaceError)) throw problem;
    return report(command, "failed", { diagnostics: [unreadable(problem)] });
  }
}

function unreadable({ kind, path, reason }: WorkspaceError): Diagnostic {
  const where = { path, line: null, column: null, pointer: null };
  return kind === "outside"
    ? error("path-outside", `Path '${path}' leaves the project.`, { where })
    : error("file-unreadable", `Cannot read '${path}' (${reason}).`, { where });
}

async function execute(job: Job): Promise<Report> {
  const { command, options, workspace } = job;
  const plan = await job.plan();
  const { diagnostics, messages, data } = plan;
  if (hasErrors(diagnostics)) {
    const isRefusal = diagnostics.some(({ code }) => code === "project-exists");
    return report(command, isRefusal ? "refused" : "failed", { diagnostics });
  }
  if (plan.conflicts.length > 0) return await refused(job, plan);
  const changes = await changeSet(plan.changes);
  if (changes.changes.length === 0) {
    return report(command, "unchanged", { message: messages.unchanged, diagnostics, data });
  }
  const details = { ...describe(job, changes, options.diff ?? false), diagnostics, data };
  if (options.dryRun) {
    return report(command, "planned", { ...details, message: messages.planned });
  }
  const problem = applyProblem(await workspace.apply(changes.changes), job.folder);
  if (problem !== null) return report(command, problem.status, { diagnostics: [problem.error] });
  return report(command, "applied", { ...details, message: messages.applied, next: plan.next });
}

function describe({ folder }: Job, { id, changes }: ChangeSet, withDiff: boolean) {
  return {
    change_set: id,
    changes: changes.map((change) => reportChange(change, folder, withDiff)),
  };
}

async function refused(job: Job, { conflicts, messages, data }: Plan): Promise<Report> {
  const files = counted(conflicts.length, "edited file");
  const message = `Refused to overwrite ${files}; nothing was written.`;
  const hint = messages.conflict === null ? {} : { hint: messages.conflict };
  const conflict = error("conflict-edited", message, hint);
  const details = describe(job, await changeSet(conflicts), true);
  return report(job.command, "refused", { ...details, diagnostics: [conflict], data });
}

interface ApplyProblem {
  readonly status: "refused" | "failed";
  readonly error: Diagnostic;
}

function applyProblem(outcome: ApplyOutcome, folder: string): ApplyProblem | null {
  switch (outcome.kind) {
    case "applied":
      return null;
    case "changed": {
      const message = `'${folder}${outcome.path}' changed meanwhile; nothing was written.`;
      return { status: "refused", error: error("conflict-changed", message) };
    }
    case "failed": {
      const path = folder + outcome.path;
      const message = `Cannot write '${path}' (${outcome.reason}); nothing was changed.`;
      return { status: "failed", error: error("write-failed", message) };
    }
  }
}

function withRecovery(result: Report, recovered: boolean): Report {
  if (!recovered) return result;
  const undone = info("run-recovered", "Undid an interrupted run");
  return { ...result, diagnostics: [undone, ...result.diagnostics] };
}
