/** Writes the plan of a command to the file that `--plan` names. */

import { join, resolve, sep } from "node:path";
import { formatPlan, PLAN_START, startsAsPlan } from "../actions/plan_format.ts";
import { planTitle } from "../actions/plan_report.ts";
import { MAX_PLAN_BYTES } from "../actions/read_plan.ts";
import type { PlannedRun } from "../actions/run_planner.ts";
import type { Change } from "../core/change_set.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { report } from "../core/report.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { isInOwnFolder } from "../workspace/own_folder.ts";
import type { Host } from "./host.ts";
import { realPlace } from "./locate.ts";
import type { Outcome } from "./outcome.ts";

/** The file to write a plan to, and the project of the plan. */
export interface PlanTarget {
  readonly host: Host;
  /** The folder in which the command runs. */
  readonly cwd: string;
  /** The value of `--plan`; `-` for stdout. */
  readonly file: string;
  /** The project's folder. */
  readonly root: string;
}

/** Writes a plan, and returns the outcome of the command that made it. */
export async function planOutcome(planned: PlannedRun, target: PlanTarget): Promise<Outcome> {
  const { command } = planned.invocation;
  const text = await formatPlan(planned);
  const isStdout = target.file === "-" || target.file === "/dev/stdout";
  const problem = text.length > MAX_PLAN_BYTES
    ? error("plan-invalid", `Invalid plan '${quotable(target.file)}' (it is too large).`)
    : isStdout
    ? null
    : await written(text, planned.changes, target);
  if (problem !== null) {
    const status = problem.code === "file-exists" ? "refused" : "failed";
    return { report: report(command, status, { diagnostics: [problem] }) };
  }
  const but = isStdout ? "" : ` but ${quotable(target.file)}`;
  const message = `${planTitle(planned)}. Nothing was written${but}.`;
  const result = { report: { ...planned.report, message }, remark: "" };
  if (isStdout) {
    return { ...result, text: () => text.slice(0, -1), isProduct: true, notes: () => message };
  }
  const file = shellQuote(target.file);
  const next = [`Review: layerwright show ${file} --diff`, `Apply:  layerwright apply ${file}`];
  return { ...result, text: () => [message, ...next].join("\n") };
}

/**
 * Writes the plan file. Replaces an older plan, but no other file. Returns the problem, or `null`.
 */
async function written(
  text: string,
  changes: readonly Change[],
  target: PlanTarget,
): Promise<Diagnostic | null> {
  const { host, cwd, file } = target;
  const path = resolve(cwd, file);
  const name = quotable(file);
  if (isInOwnFolder(realPlace(host, path))) {
    const message = `Cannot write '${name}' (only Layerwright itself writes to that folder).`;
    return error("path-outside", message);
  }
  if (blocksChange(path, changes, target)) {
    return error("path-outside", `Cannot write '${name}' (the plan needs that path).`, {
      hint: "Choose another file",
    });
  }
  let outcome = await host.writeOutput(path, text, false);
  if (outcome.kind === "exists" && await isPlan(host, path)) {
    outcome = await host.writeOutput(path, text, true);
  }
  switch (outcome.kind) {
    case "written":
    case "unchanged":
      return null;
    case "exists":
      return error("file-exists", `File '${name}' exists and is not a plan.`, {
        hint: "Choose another file",
      });
    case "failed":
      return error("write-failed", `Cannot write '${name}' (${outcome.reason}).`);
  }
}

/** Reports whether the plan changes the file at the path, or a file that needs a folder there. */
function blocksChange(
  path: string,
  changes: readonly Change[],
  { host, root }: PlanTarget,
): boolean {
  const folded = (place: string) => host.foldsCase ? place.toLowerCase() : place;
  const place = folded(realPlace(host, path));
  const project = realPlace(host, root);
  return changes.some((change) => {
    const needed = folded(realPlace(host, join(project, change.path)));
    return needed === place || needed.startsWith(`${place}${sep}`);
  });
}

async function isPlan(host: Host, path: string): Promise<boolean> {
  const read = await host.readFile(path, MAX_PLAN_BYTES);
  return read.kind === "read" &&
    startsAsPlan(new TextDecoder().decode(read.bytes.subarray(0, 2 * PLAN_START.length)));
}
