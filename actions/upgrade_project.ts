/** Brings a project to the templates of this version. */

import { type Report } from "../core/report.ts";
import { type UpgradedData, upgradePlanner } from "../generators/upgrade/planner.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { invocationOf } from "./invocation.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** Options of {@linkcode upgradeProject}. */
export interface UpgradeProjectOptions extends RunOptions {
  /**
   * Keep your edits: later upgrades list them only if the templates change again. By default, each
   * upgrade lists them.
   */
  readonly keepEdited?: boolean;
}

/**
 * Brings the generated code of a project to the templates of this version. Replaces definitions and
 * files that no one edited, adds new ones, and removes old ones that nothing uses. Lists edited
 * code that the templates write differently now, each with a patch. Needs no spec, because it reads
 * everything from the code.
 *
 * @param workspace The project's own folder.
 * @param name The project's name, for the report.
 * @param options Whether to write, and whether later upgrades list edited code again.
 * @returns The report: `applied` or `planned`; `unchanged` if no code, or only edited code, differs
 * from the templates of this version; `failed` if the project has no records, or those of a newer
 * version.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, upgradeProject } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
 * const { message } = await upgradeProject(workspace, "shop");
 * equal(message, "Nothing to do: the project has the templates of this version");
 * ```
 */
export async function upgradeProject(
  workspace: Workspace,
  name: string,
  options: UpgradeProjectOptions = {},
): Promise<Report<UpgradedData>> {
  const { keepEdited = false } = options;
  return await runPlanner({
    invocation: invocationOf("upgrade", { ...options, name }),
    workspace,
    options,
    planner: upgradePlanner({ name, keepEdited }),
  });
}
