/** Adds documentation to the app of a project, renews it, and removes it. */

import type { Report } from "../core/report.ts";
import { docsPlanner } from "../generators/docs/planner.ts";
import { docsRemovalPlanner } from "../generators/docs/removal.ts";
import type { DocsData } from "../generators/docs/present_docs.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { invocationOf } from "./invocation.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/**
 * Lets the app of a project serve its documentation: a page at `/-/docs`, and the OpenAPI document that it
 * shows at `/-/openapi.json`. Commands that change a route then also write its document. On a project with
 * documentation, renews the documents of code that people edited.
 *
 * @param workspace The project's own folder.
 * @param options Whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` if the documents are up to date; `refused`
 * if people have files of the same names; `failed` if their code serves the same paths, or creates its app in
 * no clear place.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, generateDocs } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", { routes: { ping: { type: "GET" } } });
 * const { message } = await generateDocs(workspace);
 * equal(message, "Added the API's documentation: /-/docs, /-/openapi.json");
 * ```
 */
export function generateDocs(
  workspace: Workspace,
  options: RunOptions = {},
): Promise<Report<DocsData>> {
  return run(workspace, options, false);
}

/** Renews the documents like {@linkcode generateDocs}, but adds no documentation. */
export function renewDocs(
  workspace: Workspace,
  options: RunOptions = {},
): Promise<Report<DocsData>> {
  return run(workspace, options, true);
}

function run(
  workspace: Workspace,
  options: RunOptions,
  onlyRenews: boolean,
): Promise<Report<DocsData>> {
  const invocation = invocationOf("generate docs", {});
  return runPlanner({ invocation, workspace, options, planner: docsPlanner({ onlyRenews }) });
}

/** Options of {@linkcode removeDocs}. */
export interface RemoveDocsOptions extends RunOptions {
  /** Remove files that people edited, too; copies go to `.layerwright/backup`. */
  readonly force?: boolean;
}

/**
 * Removes the documentation that {@linkcode generateDocs} added.
 *
 * @param workspace The project's own folder.
 * @param options Whether to remove edited files, and whether to write.
 * @returns The report: `applied` or `planned`; `refused` if people edited the documentation; `failed` if the
 * project has none.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, removeDocs } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const { status } = await removeDocs(createMemoryWorkspace());
 * equal(status, "failed");
 * ```
 */
export function removeDocs(
  workspace: Workspace,
  options: RemoveDocsOptions = {},
): Promise<Report<DocsData>> {
  const { force = false } = options;
  const invocation = invocationOf("remove docs", { ...(force && { force }) });
  return runPlanner({ invocation, workspace, options, planner: docsRemovalPlanner({ force }) });
}
