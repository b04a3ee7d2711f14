/** Records a project that has no records. */

import { type Report, report } from "../core/report.ts";
import { type AdoptedData, adoptPlanner } from "../generators/adopt/planner.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { readSpec } from "../spec/read_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { recordablePath } from "./generate_api.ts";
import { invocationOf } from "./invocation.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** Options of {@linkcode adoptProject}. */
export interface AdoptProjectOptions extends RunOptions {
  /** The spec's path in messages; default: `spec.json`. */
  readonly specPath?: string;
  /** The spec's path relative to the project's folder, to record; by default, no path is recorded. */
  readonly specFile?: string;
  /** Whether the project's file system ignores case in file names; default: `false`. */
  readonly foldsCase?: boolean;
}

const COMMAND = "adopt";

/**
 * Records a project that lost its records, or that people wrote in the layout of generated
 * projects. Code counts as generated if it equals the code that the spec generates. Other code
 * counts as edited, so nothing overwrites it. Only records are written.
 *
 * @param workspace The project's own folder.
 * @param name The project's name.
 * @param spec The spec, as JSON text or as a value. Only JSON text distinguishes `1.0` from `1`.
 * @param options Whether to write, and details of the report.
 * @returns The report: `applied` or `planned`; `refused` if no route of the spec lacks a record; `failed` if the
 * spec has errors, or the project has nothing that the spec generates.
 *
 * @example
 * ```ts
 * import {
 *   adoptProject,
 *   createMemoryWorkspace,
 *   generateApi,
 *   projectPath,
 * } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const spec = { routes: { ping: { type: "GET" } } } as const;
 * const generated = createMemoryWorkspace();
 * await generateApi(generated, "shop", spec);
 *
 * const code = [...generated.files()].filter(([path]) => !path.startsWith(".layerwright/"));
 * const workspace = createMemoryWorkspace(Object.fromEntries(code));
 * const { message } = await adoptProject(workspace, "shop", spec);
 * equal(message, "Adopted project 'shop': 1 generated endpoint");
 * deepEqual(workspace.files(), generated.files());
 * ```
 */
export async function adoptProject(
  workspace: Workspace,
  name: string,
  spec: string | ApiSpecInput,
  options: AdoptProjectOptions = {},
): Promise<Report<AdoptedData>> {
  const { specPath = "spec.json", foldsCase = false } = options;
  const { spec: checked, diagnostics } = readSpec(spec, { path: specPath, foldsCase });
  if (checked === null) return report(COMMAND, "failed", { diagnostics });
  return await runPlanner({
    invocation: invocationOf(COMMAND, { ...options, name, spec }),
    workspace,
    options,
    diagnostics,
    planner: adoptPlanner({
      name,
      spec: checked,
      specPath,
      specFile: recordablePath(options.specFile),
    }),
  });
}
