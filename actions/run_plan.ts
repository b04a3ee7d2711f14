/** Planning, checking and applying: the one way in which a project changes. */

import { type Change, changeSet } from "../core/change_set.ts";
import { type Diagnostic, type DiagnosticCode, error, hasErrors } from "../core/diagnostic.ts";
import { counted, grouped, type Report, report, reportChange } from "../core/report.ts";
import type { Plan } from "../generators/plan.ts";
import type { ApplyOutcome, OverQuota, Workspace } from "../workspace/workspace.ts";
import { onProject } from "./on_project.ts";

/** What every call that changes a project takes. */
export interface RunOptions {
  /** Plan and check, but write nothing. */
  readonly dryRun?: boolean;
  /** Put patches into the report. */
  readonly diff?: boolean;
  /** What stands before paths in patches, such as `apps/shop/`; as in the report unless said otherwise. */
  readonly patchFolder?: string;
}

/** A command's work on one project. */
export interface Job<Data = unknown> {
  readonly command: string;
  readonly workspace: Workspace;
  /** What stands before the project's paths in the report, such as `shop/`; empty in the project. */
  readonly folder: string;
  readonly options: RunOptions;
  plan(): Promise<Plan<Data>>;
}

/**
 * Plans, checks and, unless it is a dry run, applies.
 *
 * @returns The report; whatever its status is but `applied`, nothing was changed.
 */
export function runPlan<Data>(job: Job<Data>): Promise<Report<Data>> {
  const access = job.options.dryRun ? "reading" : "exclusively";
  return onProject(job.command, job.workspace, access, () => execute(job));
}

async function execute<Data>(job: Job<Data>): Promise<Report<Data>> {
  const { command, options, workspace } = job;
  const plan = await job.plan();
  const { diagnostics, messages, data } = plan;
  if (hasErrors(diagnostics)) {
    const isRefusal = diagnostics.some(({ code }) => REFUSALS.has(code));
    return report(command, isRefusal ? "refused" : "failed", { diagnostics });
  }
  if (plan.conflicts.length > 0) return await refused(job, plan);
  const { id, changes } = changeSet(plan.changes);
  if (changes.length === 0) {
    return report(command, "unchanged", { message: messages.unchanged, diagnostics, data });
  }
  const details = { changes: described(job, changes, options.diff ?? false), diagnostics, data };
  if (options.dryRun) {
    const message = messages.planned;
    return report(command, "planned", { ...details, change_set: await id, message });
  }
  const problem = applyProblem(await workspace.apply(changes), job.folder);
  if (problem !== null) return report(command, problem.status, { diagnostics: [problem.error] });
  const { next } = plan;
  const message = messages.applied;
  return report(command, "applied", { ...details, change_set: await id, message, next });
}

/** Errors of a call that stands against what is there, rather than being wrong in itself. */
const REFUSALS: ReadonlySet<DiagnosticCode> = new Set(["project-exists", "route-method"]);

function described({ folder, options }: Job, changes: readonly Change[], withDiff: boolean) {
  const patchFolder = withDiff ? options.patchFolder ?? folder : null;
  return changes.map((change) => reportChange(change, folder, patchFolder));
}

async function refused<Data>(
  job: Job<Data>,
  { conflicts, messages, data }: Plan<Data>,
): Promise<Report<Data>> {
  const files = counted(conflicts.length, "edited file");
  const message = `Refused to overwrite ${files}; nothing was written.`;
  const hint = messages.conflict === null ? {} : { hint: messages.conflict };
  const conflict = error("conflict-edited", message, hint);
  const { id, changes } = changeSet(conflicts);
  return report(job.command, "refused", {
    change_set: await id,
    changes: described(job, changes, true),
    diagnostics: [conflict],
    data,
  });
}

/** Why nothing was applied. */
export interface ApplyProblem {
  readonly status: "refused" | "failed";
  readonly error: Diagnostic;
}

/** What an outcome means; `null` if everything was applied. */
export function applyProblem(outcome: ApplyOutcome, folder: string): ApplyProblem | null {
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
    case "over-quota":
      return { status: "failed", error: quotaError(outcome) };
  }
}

function quotaError({ of, wanted, used, limit }: OverQuota): Diagnostic {
  if (of === "projects") {
    const message = `Cannot make another project: the account has ${grouped(used)} of its ` +
      `${grouped(limit)}; nothing was changed.`;
    return error("quota-projects", message, { hint: "Delete a project that nobody needs" });
  }
  if (of === "files") {
    const message = `Cannot store ${counted(wanted, "more file")}: the project has ` +
      `${grouped(used)} of its ${counted(limit, "file")}; nothing was changed.`;
    return error("quota-files", message, { hint: "Remove files, or split the project" });
  }
  const message = `Cannot store ${counted(wanted, "more byte")}: the account's projects take ` +
    `${grouped(used)} of its ${counted(limit, "byte")}; nothing was changed.`;
  return error("quota-bytes", message, { hint: "Remove files, or delete a project" });
}
