/** Generates a project from a spec, or updates it. */

import { type Diagnostic, type DiagnosticDetails, error } from "../core/diagnostic.ts";
import { oneLine, printable, quotable } from "../core/printable.ts";
import { isProjectPath } from "../core/project_path.ts";
import { type Report, report } from "../core/report.ts";
import { apiPlanner } from "../generators/generate_api/planner.ts";
import type { ApiData } from "../generators/generate_api/report.ts";
import { type Choices, endpointReference } from "../generators/plans/choices.ts";
import type { ApiSpecInput } from "../spec/api_spec_input.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { invocationOf } from "./invocation.ts";
import { withKnownPlans } from "./known_plan.ts";
import { knownSpec } from "./known_spec.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** Options of {@linkcode generateApi}. */
export interface GenerateApiOptions extends RunOptions {
  /** Discard all edits that conflict with the spec; copies go to `.layerwright/backup`. */
  readonly force?: boolean;
  /** Keep all edited code that would have to change its method, path, status, query, headers, list or body. */
  readonly keepEdited?: boolean;
  /**
   * Endpoints, such as `GET /users`, whose code may differ from the spec until the spec changes
   * them again.
   */
  readonly keep?: readonly string[];
  /** Endpoints whose edited code the spec replaces; copies go to `.layerwright/backup`. */
  readonly replace?: readonly string[];
  /** Deleted endpoints, and paths of deleted files, to generate again. */
  readonly restore?: readonly string[];
  /** Remove endpoints that the spec no longer has, unless people edited them; default: `false`. */
  readonly prune?: boolean;
  /** The spec's path in messages; default: `spec.json`. */
  readonly specPath?: string;
  /**
   * The spec's path relative to the project's folder, such as `../shop.json`. The next change
   * records it, so that later commands find the spec. By default, no path is recorded.
   */
  readonly specFile?: string;
  /** Whether the project's file system ignores case in file names; default: `false`. */
  readonly foldsCase?: boolean;
  /** The path of the project's folder in suggested commands; default: the project's name. */
  readonly folder?: string;
  /**
   * Whether the report's paths are relative to the project's folder; default: `false`, relative to
   * the parent of that folder.
   */
  readonly isInside?: boolean;
}

const COMMAND = "generate api";

/**
 * Generates a project, or adds what is new in the spec to an existing one. Reports mistakes in the input
 * instead of throwing.
 *
 * @param workspace The project's own folder, which need not exist.
 * @param name The project's name: a directory name.
 * @param spec The spec, as JSON text or as a value. Only JSON text distinguishes `1.0` from `1`.
 * @param options Whether to write files, whether to discard conflicting edits, and details of the report.
 * @returns The report: `applied`, `unchanged` or `planned`; `failed` if the spec has errors; `refused`
 * if the project has edits that the change would discard.
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
  const known = knownSpec(workspace, spec, { path, foldsCase });
  const { paths, diagnostics, read } = known;
  if (paths === null) return report(COMMAND, "failed", { diagnostics });
  const folder = options.isInside ? "" : `${name}/`;
  const choices = choicesOf(options, folder);
  const input = {
    name,
    force,
    choices,
    prune: options.prune ?? false,
    folder: options.folder ?? name,
    specFile: recordablePath(options.specFile),
    prefix: folder,
  };
  // The paths are relative to the project, whatever prefix the report has.
  const invocation = invocationOf(COMMAND, {
    ...options,
    name,
    spec,
    inside: options.isInside ?? false,
    keep: [...choices.keep],
    replace: [...choices.replace],
    restore: [...choices.restore],
  });
  return await runPlanner({
    invocation,
    workspace,
    folder,
    options,
    diagnostics,
    planner: withKnownPlans(apiPlanner(input, paths, read), invocation),
  });
}

/**
 * Reads the references to endpoints and files in the options. Paths may start with the project's
 * folder, as they do in the report.
 */
function choicesOf(
  { keep, replace, restore, force = false, keepEdited = false }: GenerateApiOptions,
  folder: string,
): Choices {
  const reference = (text: string) => {
    const path = endpointReference(text).replace(/^\.\//, "");
    return path.startsWith(folder) ? path.slice(folder.length) : path;
  };
  const references = (texts: readonly string[] = []) => new Set(texts.map(reference));
  return {
    keep: references(keep),
    replace: references(replace),
    restore: references(restore),
    conflicts: keepEdited ? "keep" : force ? "replace" : "refuse",
  };
}

/** Returns the error for an invalid project name. */
export function invalidProjectName(name: string, details: DiagnosticDetails = {}): Diagnostic {
  const message = `Invalid project name '${quotable(name)}' (must be a directory name).`;
  return error("project-name", message, details);
}

/** Returns a path that fits on one line of the records; otherwise `null`. */
export function recordablePath(path: string | undefined): string | null {
  return path === undefined || path.trim() !== path || oneLine(printable(path)) !== path
    ? null
    : path;
}

/** Reports whether a name can be the name of a project's folder. */
export function isProjectName(name: string): boolean {
  const isVisible = oneLine(printable(name)) === name;
  return isVisible && isProjectPath(name) && !name.includes("/") && !name.startsWith("-") &&
    name.length <= 200;
}
