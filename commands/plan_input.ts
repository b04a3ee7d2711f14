/** Reads plan files, and finds the projects that they belong to. */

import { resolve } from "node:path";
import type { PlanFile } from "../actions/plan_format.ts";
import { MAX_PLAN_BYTES, readPlan } from "../actions/read_plan.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { quotable } from "../core/printable.ts";
import { type Report, report } from "../core/report.ts";
import { findApiPlace } from "./api_place.ts";
import type { Context } from "./context.ts";
import type { Host } from "./host.ts";
import { inputName } from "./input.ts";
import { findAnyProject, findProject, projectMissing } from "./locate.ts";

/** Reads a plan from a file, or from stdin for `-`. */
export async function readPlanFile(
  { host, cwd }: Pick<Context, "host" | "cwd">,
  file: string,
): Promise<PlanFile | Diagnostic> {
  const read =
    await (file === "-"
      ? host.readStdin(MAX_PLAN_BYTES)
      : host.readFile(resolve(cwd(), file), MAX_PLAN_BYTES));
  const name = inputName(file);
  if (read.kind === "failed") {
    return error("file-unreadable", `Cannot read '${quotable(name)}' (${read.reason}).`);
  }
  // Keep a byte order mark: the seal covers every byte. Bytes that are not UTF-8 become other
  // characters, so their seal is wrong.
  return await readPlan(new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes), name);
}

/** The folder of a plan's project. */
export interface PlanPlace {
  readonly root: string;
  /**
   * Whether the plan's command, run in the current folder, would print paths relative to the
   * project.
   */
  readonly isInside: boolean;
}

/**
 * Finds the project that the plan's command would change, or returns the report that there is none.
 */
export function findPlanPlace(
  command: string,
  { invocation, folder }: PlanFile,
  { host, cwd }: Pick<Context, "host" | "cwd">,
): PlanPlace | Report {
  if (invocation.command !== "generate api") {
    const isAnyLayout = invocation.command === "generate subroute" ||
      invocation.command === "adopt";
    const project = (isAnyLayout ? findAnyProject : findProject)(host, cwd());
    return project === null ? projectMissing(command) : { root: project.root, isInside: true };
  }
  const place = apiPlace(host, cwd(), folder === "" ? null : folder.slice(0, -1));
  if (place === null) return projectMissing(command);
  if (!("severity" in place)) {
    return { root: place.root, isInside: place.root !== resolve(cwd(), place.name) };
  }
  const status = place.code === "project-inside" ? "refused" : "failed";
  return report(command, status, { diagnostics: [place] });
}

/** @param name The name of the project's folder below the current one; `null` for the current project. */
function apiPlace(host: Host, cwd: string, name: string | null) {
  return findApiPlace(host, cwd, name ?? undefined) ?? findApiPlace(host, cwd, ".");
}
