/** Removes a route or a subroute from a project. */

import { type Report, report } from "../core/report.ts";
import type { RemovedData } from "../generators/edits/removal_plan.ts";
import { removePlanner } from "../generators/remove/planner.ts";
import type { Method } from "../spec/api_spec.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type EndpointNames, nameProblems } from "./added_endpoints.ts";
import { type Invocation, invocationOf } from "./invocation.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** Options of {@linkcode removeRoute} and {@linkcode removeSubroute}. */
export interface RemoveOptions extends RunOptions {
  /**
   * Leave definitions that people edited, and the code that they call; default: `false`, refuse.
   */
  readonly keepEdited?: boolean;
  /** Remove definitions that people edited, too; copies go to `.layerwright/backup`. */
  readonly force?: boolean;
  /**
   * The HTTP method of the only endpoint to remove; by default, all endpoints of the route or
   * subroute.
   */
  readonly type?: Method;
}

/**
 * Removes a route's generated code. Keeps code that people wrote, and code that is still used. If
 * the spec still has the route, `generate api` does not bring it back.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param options The only method to remove, whether edited code stays, and whether to write.
 * @returns The report: `applied` or `planned`; `refused` if people edited the route, if other code
 * uses one of its handlers, or if a handler also serves methods other than the given one; `failed`
 * if the route was not generated.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, removeRoute } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * const spec = { routes: { ping: { type: "GET" }, pong: { type: "GET" } } } as const;
 * await generateApi(workspace, "shop", spec);
 * const { message } = await removeRoute(workspace, "pong");
 * equal(message, "Removed route 'pong'");
 * ```
 */
export function removeRoute(
  workspace: Workspace,
  route: string,
  options: RemoveOptions = {},
): Promise<Report<RemovedData>> {
  const invocation = invocationOf("remove route", { ...options, route });
  return remove({ invocation, route, subroute: null }, workspace, options);
}

/**
 * Removes a subroute like {@linkcode removeRoute}.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param subroute The subroute's name.
 * @param options The only method to remove, whether edited code stays, and whether to write.
 * @returns The report, as of {@linkcode removeRoute}.
 *
 * @example
 * ```ts
 * import {
 *   createMemoryWorkspace,
 *   generateRoute,
 *   generateSubroute,
 *   removeSubroute,
 * } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateRoute(workspace, "products");
 * await generateSubroute(workspace, "products", "sale");
 * const { status } = await removeSubroute(workspace, "products", "sale");
 * equal(status, "failed", "nothing is recorded about a project without a manifest");
 * ```
 */
export function removeSubroute(
  workspace: Workspace,
  route: string,
  subroute: string,
  options: RemoveOptions = {},
): Promise<Report<RemovedData>> {
  const invocation = invocationOf("remove subroute", { ...options, route, subroute });
  return remove({ invocation, route, subroute }, workspace, options);
}

/** The route or subroute to remove, and the command that removes it. */
interface RemovalOf extends EndpointNames {
  readonly invocation: Invocation;
}

function remove(
  { invocation, ...what }: RemovalOf,
  workspace: Workspace,
  options: RemoveOptions,
): Promise<Report<RemovedData>> {
  const diagnostics = nameProblems(what);
  if (diagnostics.length > 0) {
    return Promise.resolve(report(invocation.command, "failed", { diagnostics }));
  }
  const { type: method = null, keepEdited = false, force = false } = options;
  const edited = force ? "discard" : keepEdited ? "keep" : "refuse";
  const planner = removePlanner({ ...what, method, edited });
  return runPlanner({ invocation, workspace, options, planner });
}
