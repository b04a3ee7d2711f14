/** Runs planners. Every change to a project goes through this module. */

import { type Change, changeSet } from "../core/change_set.ts";
import { type Diagnostic, type DiagnosticCode, error, hasErrors } from "../core/diagnostic.ts";
import { entryToRedo } from "../core/history.ts";
import { grouped, type Report, report, reportChange } from "../core/report.ts";
import type { Plan } from "../generators/plans/plan.ts";
import type { Planner } from "../generators/plans/planner.ts";
import { MANIFEST_PATH, parseManifest } from "../project/records/manifest.ts";
import { recordConflicts } from "../project/records/record_conflicts.ts";
import type { Project } from "../project/project.ts";
import { shellQuote } from "../core/shell_quote.ts";
import type { ApplyOutcome, Workspace } from "../workspace/workspace.ts";
import { appliedCommand } from "./applied_command.ts";
import { backupCopies } from "./backup_copies.ts";
import type { Invocation } from "./invocation.ts";
import { onProject } from "./on_project.ts";
import { followedDocuments } from "./followed_documents.ts";
import { provePlan, readPlanned } from "./prove_plan.ts";
import { readForPlanner } from "./read_for_planner.ts";

/** Options of every call that changes a project. */
export interface RunOptions {
  /** Plan and check, but write nothing. */
  readonly dryRun?: boolean;
  /** Put patches into the report. */
  readonly diff?: boolean;
  /** Prefix of paths in patches, such as `apps/shop/`; default: the prefix in the report. */
  readonly patchFolder?: string;
  /**
   * The id of a change set, as a dry run reported it. The run is refused if it would apply another
   * change set.
   */
  readonly expect?: string;
  /** Write the changes even if the planned code has problems that the project does not have. */
  readonly allowProblems?: boolean;
  /**
   * Receives the contents of a plan file; see {@linkcode PlannedRun}. Called for each dry run that
   * succeeds.
   */
  readonly onPlan?: (planned: PlannedRun) => void;
}

/** A dry run with its input: the contents of a plan file. */
export interface PlannedRun {
  /** The command with its input. */
  readonly invocation: Invocation;
  /** Prefix of the project's paths in the report, such as `shop/`; empty inside the project. */
  readonly folder: string;
  /** The changes, in the order of the report. */
  readonly changes: readonly Change[];
  /** The report of the dry run. */
  readonly report: Report;
}

/** One run of a planner on a project. */
export interface Run<Data = unknown> {
  /** The command with its input. The report names the command. */
  readonly invocation: Invocation;
  readonly workspace: Workspace;
  /** Prefix of the project's paths in the report, such as `shop/`; by default, none. */
  readonly folder?: string;
  readonly options: RunOptions;
  /** Diagnostics of the command's input; the report lists them first. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly planner: Planner<Data>;
}

/**
 * Runs a planner: reads the files that it needs, plans, checks the plan and applies it. A dry run stops
 * before the last step.
 *
 * @returns The report. Files were changed only if its status is `applied`.
 */
export async function runPlanner<Data>(run: Run<Data>): Promise<Report<Data>> {
  const { invocation: { command }, workspace, options, diagnostics = [] } = run;
  const access = options.dryRun ? "reading" : "exclusively";
  const result = await onProject(command, workspace, access, () => execute(run));
  return { ...result, diagnostics: [...diagnostics, ...result.diagnostics] };
}

async function execute<Data>(run: Run<Data>): Promise<Report<Data>> {
  const { invocation: { command }, options, workspace, planner } = run;
  const project = await readForPlanner(workspace, planner);
  const conflict = planner.settlesRecords === true ? null : conflictedRecord(project, run.folder);
  if (conflict !== null) return report(command, "refused", { diagnostics: [conflict] });
  const plan = await planner.plan(project);
  const { messages, data } = plan;
  if (hasErrors(plan.diagnostics)) {
    const { diagnostics } = plan;
    const isRefusal = options.expect !== undefined ||
      diagnostics.some(({ code }) => REFUSALS.has(code));
    return report(command, isRefusal ? "refused" : "failed", { diagnostics });
  }
  if (plan.refusal !== undefined || plan.conflicts.length > 0) return await refused(run, plan);
  // An expected change set was planned before, and then its problems were allowed.
  const isAllowed = options.allowProblems === true || options.expect !== undefined ||
    plan.step !== undefined;
  const planned = await readPlanned(workspace, project, plan.changes);
  const proof = provePlan(planned, plan, { isAllowed, folder: run.folder ?? "" });
  const diagnostics = [...proof, ...plan.diagnostics];
  if (hasErrors(proof)) return report(command, "refused", { diagnostics, data });
  const copies = await backupCopies(workspace, plan.discarded);
  const documents = await followedDocuments(workspace, planned, plan);
  const { id, changes } = changeSet([...plan.changes, ...documents, ...copies]);
  if (options.expect !== undefined && options.expect !== await id) {
    return unexpected(run, await id, changes, diagnostics);
  }
  if (changes.length === 0) {
    const message = messages.unchanged;
    return noted(run, changes, report(command, "unchanged", { message, diagnostics, data }));
  }
  const details = { changes: described(run, changes, options.diff ?? false), diagnostics, data };
  if (options.dryRun) {
    const message = messages.planned;
    const planned = { ...details, change_set: await id, message };
    return noted(run, changes, report(command, "planned", planned));
  }
  const applied = await workspace.apply(changes, {
    step: plan.step ?? {
      kind: "change",
      command: appliedCommand(run.invocation, changes, await id, data),
    },
    emptied: plan.emptied ?? [],
  });
  const failed = applyProblem(applied, run.folder ?? "");
  if (failed !== null) return report(command, failed.status, { diagnostics: [failed.error] });
  const message = messages.applied;
  const next = await canGoOn(workspace, plan) ? plan.next : [];
  return report(command, "applied", { ...details, change_set: await id, message, next });
}

/** Returns the error of a record that git left in conflict; `null` without one. */
function conflictedRecord({ files }: Project, folder = ""): Diagnostic | null {
  const [first] = recordConflicts(files);
  if (first === undefined) return null;
  const path = folder + first.path;
  const manifest = files.get(MANIFEST_PATH);
  const spec = manifest === undefined ? null : parseManifest(manifest).spec;
  const given = spec === null ? "<file>" : shellQuote(spec);
  return error("conflict-record", `'${path}' has a merge conflict; nothing was written.`, {
    where: { path, line: first.line, column: null, pointer: null },
    hint:
      `Solve the conflicts in the code first. Then take both sides of the records with 'layerwright adopt --spec ${given}'`,
  });
}

/**
 * Reports whether to print the next commands that a plan suggests. After an undo, `redo` is
 * impossible if the history has no room for the undone change.
 */
async function canGoOn({ history }: Workspace, { step }: Plan): Promise<boolean> {
  if (step?.kind !== "undo" || history === undefined) return true;
  return entryToRedo(await history.list())?.id === step.id;
}

/**
 * Errors that refuse a run instead of failing it, because the project's state causes them, not the
 * input.
 */
const REFUSALS: ReadonlySet<DiagnosticCode> = new Set([
  "conflict-edited",
  "definition-used",
  "handler-methods",
  "history-absent",
  "history-creation",
  "history-link",
  "history-unkept",
  "project-exists",
  "project-recorded",
  "rename-link",
  "rename-taken",
  "rename-unclear",
  "route-method",
]);

/** Passes the contents of a plan file to `onPlan`, and returns the report of the dry run. */
function noted<Data>(run: Run, changes: readonly Change[], planned: Report<Data>): Report<Data> {
  const { invocation, folder = "", options: { onPlan } } = run;
  const diagnostics = [...run.diagnostics ?? [], ...planned.diagnostics];
  onPlan?.({ invocation, folder, changes, report: { ...planned, diagnostics } });
  return planned;
}

/** Returns the report of a run whose change set is not the expected one. */
function unexpected(
  run: Run,
  id: string,
  changes: readonly Change[],
  diagnostics: readonly Diagnostic[],
): Report<never> {
  const differs = changes.length === 0
    ? error("plan-differs", "Planning now changes nothing; nothing was written.", {
      hint: "Perhaps the expected changes were applied already",
    })
    : error("plan-differs", "Planning now gives another change set; nothing was written.", {
      hint: "Review the new patch, then expect the new id",
    });
  return report(run.invocation.command, "refused", {
    change_set: id,
    changes: described(run, changes, true),
    diagnostics: [differs, ...diagnostics],
  });
}

function described({ folder = "", options }: Run, changes: readonly Change[], withDiff: boolean) {
  const patchFolder = withDiff ? options.patchFolder ?? folder : null;
  return changes.map((change) => reportChange(change, folder, patchFolder));
}

async function refused<Data>(
  run: Run<Data>,
  { conflicts, refusal, messages, data }: Plan<Data>,
): Promise<Report<Data>> {
  const conflict = refusal ?? overwriting(conflicts.length, messages.conflict);
  const { id, changes } = changeSet(conflicts);
  return report(run.invocation.command, "refused", {
    change_set: await id,
    changes: described(run, changes, true),
    diagnostics: [conflict],
    data,
  });
}

/** Returns the error for changes that would overwrite edited files. */
function overwriting(count: number, hint: string | null): Diagnostic {
  const files = count === 1 ? "1 file that differs" : `${grouped(count)} files that differ`;
  const message = `Refused to overwrite ${files}; nothing was written.`;
  return error("conflict-edited", message, hint === null ? {} : { hint });
}

/** The reason why a change set was not applied. */
export interface ApplyProblem {
  readonly status: "refused" | "failed";
  readonly error: Diagnostic;
}

/** Returns the problem that an outcome reports; `null` if everything was applied. */
export function applyProblem(outcome: ApplyOutcome, folder: string): ApplyProblem | null {
  switch (outcome.kind) {
    case "applied":
      return null;
    case "changed": {
      const message = `'${folder}${outcome.path}' changed during the run; nothing was written.`;
      return { status: "refused", error: error("conflict-changed", message) };
    }
    case "failed": {
      const path = folder + outcome.path;
      const message = `Cannot write '${path}' (${outcome.reason}); nothing was changed.`;
      return { status: "failed", error: error("write-failed", message) };
    }
    case "denied":
      return { status: "failed", error: outcome.error };
  }
}
