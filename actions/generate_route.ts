/** Adds a route with all its layers to a project. */

import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plans/plan.ts";
import { routePlanner } from "../generators/add/route_planner.ts";
import type { SubroutesInput } from "../spec/api_spec_input.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  type EndpointOptions,
  type FolderOption,
  placeWords,
  readAddition,
} from "./added_endpoints.ts";
import type { Given } from "./commands.ts";
import { invocationOf } from "./invocation.ts";
import { jsonParts } from "./json_option.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** Options of {@linkcode generateRoute}. */
export interface GenerateRouteOptions extends EndpointOptions, RunOptions {
  /** The prefix of the route's paths, such as `/v1/carts`; default: `/<route>`. */
  readonly path?: string;
  /** Further endpoints, as in a spec: JSON text or a value. Only JSON text distinguishes `1.0` from `1`. */
  readonly subroutes?: string | SubroutesInput;
  /** Whether to generate models for the mock; default: `true`. */
  readonly model?: boolean;
}

const COMMAND = "generate route";

/**
 * Adds a route with all its layers to a project, or further methods to a route that exists.
 *
 * @param workspace The project's own folder.
 * @param route The route's name: ASCII letters, digits and underscores, no digit first.
 * @param options The route's path, methods, status, query, headers, list, body, mock, errors and subroutes, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` with a warning if the route exists; `failed`
 * if its name or an option is invalid; `refused` if files would be overwritten.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateRoute } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * const report = await generateRoute(workspace, "invoices", { type: "POST" });
 * equal(report.message, "Successfully generated POST route 'invoices'!");
 * ```
 */
export async function generateRoute(
  workspace: Workspace,
  route: string,
  options: GenerateRouteOptions = {},
): Promise<Report<GeneratedEndpoints>> {
  const place = placeWords({ route, subroute: null });
  return await addRoute(workspace, {
    ...options,
    route,
    ...jsonParts(options, place),
    noModel: options.model === false,
  });
}

/** Adds a route like {@linkcode generateRoute}, with parsed JSON. */
export async function addRoute(
  workspace: Workspace,
  given: Given<typeof COMMAND> & RunOptions & FolderOption,
): Promise<Report<GeneratedEndpoints>> {
  const { route, path, noModel = false, folder = "" } = given;
  const { route: added, diagnostics } = readAddition({ route, subroute: null }, given);
  if (added === null) return report(COMMAND, "failed", { diagnostics });
  const invocation = invocationOf(COMMAND, given);
  const planner = routePlanner({
    route: added,
    isPlaced: path !== undefined,
    model: !noModel,
    folder,
  });
  return await runPlanner({ invocation, workspace, options: given, diagnostics, planner });
}
