/** Adds an endpoint to a route of a project. */

import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plans/plan.ts";
import { subroutePlanner } from "../generators/add/subroute_planner.ts";
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

/** Options of {@linkcode generateSubroute}. */
export interface GenerateSubrouteOptions extends EndpointOptions, RunOptions {
  /**
   * The path below the route's, such as `/{id:int}`, as in a spec. Default: the subroute's existing
   * path, otherwise `/<subroute>`.
   */
  readonly path?: string;
}

const COMMAND = "generate subroute";

/**
 * Adds endpoints to a route of a project: handler, service method, repository method, models, test. The methods of
 * a subroute may be added at once or one by one.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param subroute The subroute's name; the rules for route names apply.
 * @param options The path, methods, status, query, headers, list, body, mock and errors, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` with a warning if the subroute exists;
 * `failed` if the route does not exist, one of its files does not parse, or an option is invalid;
 * `refused` if the project's first query, headers or body conflicts with edited code.
 *
 * @example
 * ```ts
 * import {
 *   createMemoryWorkspace,
 *   generateRoute,
 *   generateSubroute,
 * } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateRoute(workspace, "products");
 * const options = { mock: [{ id: 1 }] };
 * const { data } = await generateSubroute(workspace, "products", "sale", options);
 * deepEqual(data?.endpoints.map(({ path }) => path), ["/products/sale"]);
 * ```
 */
export async function generateSubroute(
  workspace: Workspace,
  route: string,
  subroute: string,
  options: GenerateSubrouteOptions = {},
): Promise<Report<GeneratedEndpoints>> {
  const place = placeWords({ route, subroute });
  return await addSubroute(workspace, {
    ...options,
    route,
    subroute,
    ...jsonParts(options, place),
  });
}

/** Adds endpoints like {@linkcode generateSubroute}, with parsed JSON. */
export async function addSubroute(
  workspace: Workspace,
  given: Given<typeof COMMAND> & RunOptions & FolderOption,
): Promise<Report<GeneratedEndpoints>> {
  const { route, subroute, path, folder = "" } = given;
  const { route: read, diagnostics } = readAddition({ route, subroute }, given);
  const added = read?.subroutes[0];
  if (added === undefined) return report(COMMAND, "failed", { diagnostics });
  const invocation = invocationOf(COMMAND, given);
  const planner = subroutePlanner({
    route,
    subroute,
    path: path === undefined ? null : added.path,
    endpoints: added.endpoints,
    folder,
  });
  return await runPlanner({ invocation, workspace, options: given, diagnostics, planner });
}
