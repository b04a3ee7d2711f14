/** Applies plan files: exactly the reviewed changes, or nothing. */

import type { Change, Snapshot } from "../core/change_set.ts";
import { error } from "../core/diagnostic.ts";
import { patch } from "../core/diff.ts";
import { EMPTY_HISTORY, isChangeSetUndone } from "../core/history.ts";
import { quotable } from "../core/printable.ts";
import { counted, type Report, report } from "../core/report.ts";
import { shellQuote } from "../core/shell_quote.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { commandWords } from "./invocation.ts";
import { invoke } from "./invoke.ts";
import { onProject } from "./on_project.ts";
import type { PlanFile } from "./plan_format.ts";
import { givenOf } from "./read_invocation.ts";
import { readPlan } from "./read_plan.ts";

/** Options of {@linkcode applyPlan}. */
export interface ApplyPlanOptions {
  /** The plan file's path in messages; default: `plan.json`. */
  readonly path?: string;
  /** Whether the project's file system ignores case in file names; default: `false`. */
  readonly foldsCase?: boolean;
  /** The path of the project's folder in suggested commands; default: the project's name. */
  readonly folder?: string;
  /**
   * Whether the report's paths are relative to the project's folder; default: the same as in the
   * plan.
   */
  readonly isInside?: boolean;
}

const COMMAND = "apply";

/**
 * Applies a plan file: runs its command again, and writes only if the changes are exactly those in
 * the file.
 *
 * @param workspace The project's own folder.
 * @param file The text of the plan file.
 * @param options Details of the report.
 * @returns The report: `applied`; `unchanged` if all files are as the plan leaves them; `refused`
 * if the command would now write something else; `failed` if the file was edited or comes from
 * another version.
 *
 * @example
 * ```ts
 * import {
 *   applyPlan,
 *   createMemoryWorkspace,
 *   generateRoute,
 *   planFile,
 * } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * const { file } = await planFile((options) => generateRoute(workspace, "invoices", options));
 * const reports = [
 *   await applyPlan(workspace, file ?? ""),
 *   await applyPlan(workspace, file ?? ""),
 *   await applyPlan(workspace, `${file} `),
 * ];
 * deepEqual(reports.map(({ status }) => status), ["applied", "unchanged", "failed"]);
 * ```
 */
export async function applyPlan(
  workspace: Workspace,
  file: string,
  options: ApplyPlanOptions = {},
): Promise<Report> {
  const { path = "plan.json" } = options;
  const plan = await readPlan(file, path);
  if ("severity" in plan) return report(COMMAND, "failed", { diagnostics: [plan] });
  return await applyReadPlan(workspace, plan, options);
}

/** Applies a plan that was already read, like {@linkcode applyPlan}. */
export async function applyReadPlan(
  workspace: Workspace,
  plan: PlanFile,
  { path = "plan.json", ...where }: ApplyPlanOptions,
): Promise<Report> {
  const undone = plan.invocation.command === "redo" ? null : await undoneReport(workspace, plan);
  if (undone !== null) return undone;
  const { command, arguments: filed } = plan.invocation;
  const given = { ...givenOf(command, filed), ...where, expect: plan.changeSet };
  const result = { ...await invoke(workspace, command, given), command: COMMAND };
  if (result.status === "applied") {
    const files = counted(result.changes.length, "file");
    return { ...result, message: `Applied: ${commandWords(plan.invocation)}, ${files}` };
  }
  const isDecided = result.status !== "refused" ||
    result.diagnostics.some(({ code }) => code === "conflict-busy" || code === "conflict-changed");
  if (isDecided) return result;
  return await onProject(COMMAND, workspace, "reading", async () => {
    const current = await workspace.read(plan.changes.map((change) => change.path));
    if (isApplied(plan, current)) {
      return report(COMMAND, "unchanged", { message: "Already applied. Nothing was written." });
    }
    const reason = reasonOf(plan, result, { current, folder: reportFolder(plan, where) });
    return differing(plan, result, { reason, path });
  });
}

/**
 * Returns a refusal if the plan was applied and undone, a failure if the history cannot be read,
 * and otherwise `null`.
 */
async function undoneReport(workspace: Workspace, { changeSet }: PlanFile): Promise<Report | null> {
  const found = await onProject(COMMAND, workspace, "reading", async () => {
    const history = await workspace.history?.list() ?? EMPTY_HISTORY;
    if (!isChangeSetUndone(history, changeSet)) return report(COMMAND, "unchanged");
    const message = "This plan was applied and undone. Nothing was written.";
    const undone = error("plan-undone", message, { hint: "Bring it back: layerwright redo" });
    return report(COMMAND, "refused", { diagnostics: [undone] });
  });
  return found.status === "unchanged" ? null : found;
}

/** Reports whether all files are as the plan leaves them. */
function isApplied({ changes }: PlanFile, current: Snapshot): boolean {
  return changes.length > 0 &&
    changes.every(({ path, after }) => (current.get(path) ?? null) === after);
}

/** Returns the prefix of the project's paths in the report. */
function reportFolder({ invocation, folder }: PlanFile, { isInside }: ApplyPlanOptions): string {
  if (isInside === undefined || invocation.command !== "generate api") return folder;
  return isInside ? "" : `${invocation.arguments["name"]}/`;
}

/** Returns the refusal of a plan whose command would now write something else. */
function differing(
  { invocation }: PlanFile,
  result: Report,
  { reason, path }: { readonly reason: string; readonly path: string },
): Report {
  const message = `${reason} Nothing was written.`;
  const hint = `Plan again: layerwright ${commandWords(invocation)} --plan ${shellQuote(path)}`;
  return {
    ...result,
    message,
    diagnostics: [
      error("plan-differs", message, { hint }),
      ...result.diagnostics.filter(({ code }) => code !== "plan-differs"),
    ],
  };
}

/** Returns the reason why planning again gives another result. */
function reasonOf(
  plan: PlanFile,
  result: Report,
  { current, folder }: { readonly current: Snapshot; readonly folder: string },
): string {
  const changed = plan.changes.filter(({ path, before }) => (current.get(path) ?? null) !== before);
  const names = listed(changed.map(({ path }) => folder + path));
  const ends = changed.map((change) => lineEnds(change, current.get(change.path) ?? ""));
  const [first = null] = ends;
  if (first !== null && !ends.includes(null)) {
    const [there, here] = first;
    return `The plan was made for ${there} line ends, but here these files have ${here}: ${names}.`;
  }
  if (changed.length > 0) return `Planning again gives another result: ${names} changed.`;
  const others = listed(otherwisePlanned(plan, result, folder));
  return `Planning again gives another result${others === "" ? "" : ` for ${others}`}.`;
}

/**
 * If a file differs from the plan only in line ends, returns the line ends of the plan and of the
 * file; otherwise `null`.
 */
function lineEnds({ before }: Change, current: string): readonly [string, string] | null {
  if (before === null) return null;
  if (current.replaceAll("\r\n", "\n") === before) return ["LF", "CRLF"];
  return before.replaceAll("\r\n", "\n") === current ? ["CRLF", "LF"] : null;
}

/**
 * Returns the paths of the files that only one of the two plans changes, or that they change
 * differently.
 */
function otherwisePlanned(plan: PlanFile, now: Report, folder: string): string[] {
  const planned = new Map(plan.changes.map((change) => [folder + change.path, change]));
  const found = now.changes.filter(({ path, diff }) => {
    const change = planned.get(path);
    planned.delete(path);
    return change === undefined || hunksOf(patch(change, "")) !== hunksOf(diff ?? "");
  });
  return [...found.map(({ path }) => path), ...planned.keys()];
}

/** Returns a patch without its header, which has the file's path. */
function hunksOf(diff: string): string {
  return diff.slice(diff.indexOf("\n@@"));
}

/** Maximum number of files that a message names. */
const MAX_NAMES = 5;

function listed(paths: readonly string[]): string {
  const names = paths.slice(0, MAX_NAMES).map((path) => quotable(path));
  const more = paths.length - names.length;
  return names.join(", ") + (more === 0 ? "" : ` and ${more} more`);
}
