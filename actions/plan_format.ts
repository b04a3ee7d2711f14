/** The format of plan files: JSON that people can read, with a seal over every byte. */

import { type Change, changeSet } from "../core/change_set.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { asciiJson } from "../core/json.ts";
import type { Report } from "../core/report.ts";
import { VERSION } from "../core/version.ts";
import { commandWords, type Invocation } from "./invocation.ts";
import { sealed } from "./plan_seal.ts";
import type { PlannedRun } from "./run_planner.ts";

/** The first bytes of every plan file. */
export const PLAN_START = '{\n  "layerwright_plan": 1,\n';

/**
 * Reports whether a file begins like a plan, even if an editor or git converted its line ends or
 * added a byte order mark.
 */
export function startsAsPlan(file: string): boolean {
  const start = file.slice(0, 2 * PLAN_START.length).replace(/^\ufeff/, "");
  return start.replaceAll("\r\n", "\n").startsWith(PLAN_START);
}

/** A change, in the form of a plan file. Texts are lists of lines, so that people can read them. */
export interface FiledChange {
  readonly kind: Change["kind"];
  readonly path: string;
  readonly symbol?: string;
  readonly like?: string;
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/** The JSON of a plan file without its seal. Members are in the order of the file. */
export interface FiledPlan {
  readonly layerwright_plan: 1;
  readonly version: string;
  readonly command: string;
  readonly message: string;
  readonly folder: string;
  readonly invocation: Invocation;
  readonly changes: readonly FiledChange[];
  readonly diagnostics: readonly Diagnostic<string>[];
  readonly data: unknown;
  readonly change_set: string;
  readonly seal: "";
}

/** The contents of a plan file. */
export interface PlanFile
  extends Omit<PlannedRun, "report">, Pick<Report, "message" | "diagnostics" | "data"> {
  /** The id of the change set. */
  readonly changeSet: string;
}

/** Writes a plan file. */
export async function formatPlan({ report, ...planned }: PlannedRun): Promise<string> {
  const { message, diagnostics, data } = report;
  const { id } = changeSet(planned.changes);
  return await sealed(
    formatUnsealed({ ...planned, message, diagnostics, data, changeSet: await id }),
  );
}

/** Writes a plan file with an empty seal. */
export function formatUnsealed(plan: PlanFile): string {
  const filed: FiledPlan = {
    layerwright_plan: 1,
    version: VERSION,
    command: commandWords(plan.invocation),
    message: plan.message,
    folder: plan.folder,
    invocation: plan.invocation,
    changes: plan.changes.map(filedChange),
    diagnostics: plan.diagnostics,
    data: plan.data,
    change_set: plan.changeSet,
    seal: "",
  };
  return `${asciiJson(JSON.stringify(filed, null, 2))}\n`;
}

function filedChange(change: Change): FiledChange {
  const { kind, path, symbol, before, after } = change;
  return {
    kind,
    path,
    ...(symbol !== undefined && { symbol }),
    ...(change.kind === "create" && change.like !== undefined && { like: change.like }),
    before: before?.split("\n") ?? null,
    after: after?.split("\n") ?? null,
  };
}
