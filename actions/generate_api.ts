/** The use case: a project from a spec. */

import { type Diagnostic, type DiagnosticDetails, error } from "../core/diagnostic.ts";
import { oneLine, printable, quotable } from "../core/printable.ts";
import { isProjectPath } from "../core/project_path.ts";
import { type Report, report } from "../core/report.ts";
import { type ApiData, apiPlanner } from "../generators/api.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import { readSpec } from "../spec/read_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** What {@linkcode generateApi} may do differently. */
export interface GenerateApiOptions extends RunOptions {
  /** Discard edits where the spec asks for something else; copies go to `.layerwright/backup`. */
  readonly force?: boolean;
  /** Where the spec comes from, for messages; `spec.json` unless said otherwise. */
  readonly specPath?: string;
  /** Whether the project lies where `A` and `a` are the same name. */
  readonly foldsCase?: boolean;
  /** How people get to the project's folder, for what to do next; its name unless said otherwise. */
  readonly folder?: string;
  /** Whether people are in the project: the report then names files from its folder, not from above. */
  readonly isInside?: boolean;
}

const COMMAND = "generate api";

/**
 * Generates a project, or adds to one what its spec asks anew. Nothing is thrown for what people got
 * wrong: the report tells it.
 *
 * @param workspace The project's own folder, which need not exist.
 * @param name The project's name: a directory name.
 * @param spec JSON text, or the value that it stands for; text keeps `1.0` apart from `1`.
 * @param options Whether to write, to force, and what to put into the report.
 * @returns The report: `applied`, `unchanged`, `planned`; `failed` if the spec has errors; `refused` if
 * it would discard what people wrote.
 *
 * @example
 * ```ts
 * import { type ApiSpecInput, createMemoryWorkspace, generateApi } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * const spec: ApiSpecInput = { routes: { ping: { type: "GET" } } };
 * const { status, data } = await generateApi(workspace, "shop", spec);
 * equal(status, "applied");
 * deepEqual(data?.endpoints.map(({ path }) => path), ["/ping"]);
 * ```
 */
export async function generateApi(
  workspace: Workspace,
  name: string,
  spec: string | ApiSpecInput,
  options: GenerateApiOptions = {},
): Promise<Report<ApiData>> {
  if (!isProjectName(name)) {
    return report(COMMAND, "failed", { diagnostics: [invalidProjectName(name)] });
  }
  const { specPath: path = "spec.json", foldsCase = false, force = false } = options;
  const { spec: checked, diagnostics } = readSpec(spec, { path, foldsCase });
  if (checked === null) return report(COMMAND, "failed", { diagnostics });
  const input = { name, spec: checked, force, folder: options.folder ?? name };
  return await runPlanner({
    command: COMMAND,
    workspace,
    folder: options.isInside ? "" : `${name}/`,
    options,
    diagnostics,
    planner: apiPlanner(input),
  });
}

/** A name that no project can have. */
export function invalidProjectName(name: string, details: DiagnosticDetails = {}): Diagnostic {
  const message = `Invalid project name '${quotable(name)}' (must be a directory name).`;
  return error("project-name", message, details);
}

function isProjectName(name: string): boolean {
  const isVisible = oneLine(printable(name)) === name;
  return isVisible && isProjectPath(name) && !name.includes("/") && !name.startsWith("-") &&
    name.length <= 200;
}
