/** The format of plan files: JSON that people can read, with a seal over every byte. */

import { type Change, changeSet } from "../core/change_set.ts";
import type { Diagnostic } from "../core/diagnostic.ts";
import { asciiJson } from "../core/json.ts";
import { VERSION } from "../core/version.ts";
import { commandWords, type Invocation } from "./invocation.ts";
import { sealed } from "./plan_seal.ts";
import type { PlannedRun } from "./run_planner.ts";

/** How every plan file begins. */
export const PLAN_START = '{\n  "layerwright_plan": 1,\n';

/** A change as a plan file holds it. Texts are lists of lines, so that people can read them. */
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
  readonly patch_folder: string;
  readonly invocation: Invocation;
  readonly changes: readonly FiledChange[];
  readonly diagnostics: readonly Diagnostic<string>[];
  readonly data: unknown;
  readonly change_set: string;
  readonly seal: "";
}

/** Writes a plan file. */
export async function formatPlan(planned: PlannedRun): Promise<string> {
  return await sealed(await formatUnsealed(planned));
}

/** Writes a plan file with an empty seal. */
export async function formatUnsealed(
  { invocation, folder, patchFolder, changes, report }: PlannedRun,
): Promise<string> {
  const filed: FiledPlan = {
    layerwright_plan: 1,
    version: VERSION,
    command: commandWords(invocation),
    message: report.message,
    folder,
    patch_folder: patchFolder,
    invocation,
    changes: changes.map(filedChange),
    diagnostics: report.diagnostics,
    data: report.data,
    change_set: await changeSet(changes).id,
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
