/** Adding an endpoint to a route of a project. */

import { error } from "../core/diagnostic.ts";
import type { JsonValue } from "../core/json_value.ts";
import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plan.ts";
import { subroutePlanner } from "../generators/subroute.ts";
import { defaultStatus, type Method } from "../spec/api_spec.ts";
import { nameRule, routeNameProblem, subrouteNameProblem } from "../spec/name_problem.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Invocation } from "./invocation.ts";
import { checkMock, mockArguments, mockOf, type WithParsedMock } from "./mock.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** Options of {@linkcode generateSubroute}. */
export interface GenerateSubrouteOptions extends RunOptions {
  /** The HTTP method; default: `GET`. */
  readonly type?: Method;
  /** The response of the endpoint; a default response if left out. */
  readonly mock?: JsonValue;
}

const COMMAND = "generate subroute";

/**
 * Adds an endpoint to a route of a project: handler, service method, repository method, models, test.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param subroute The subroute's name; the rules for route names apply.
 * @param options The endpoint's method and mock, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` with a warning if the subroute exists;
 * `failed` if the route does not exist or one of its files does not parse.
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
  const mock = mockOf(options.mock, forSubroute(route, subroute));
  return await addSubroute(workspace, route, subroute, { ...options, mock });
}

/** Adds an endpoint like {@linkcode generateSubroute}, with a parsed mock. */
export async function addSubroute(
  workspace: Workspace,
  route: string,
  subroute: string,
  options: WithParsedMock<GenerateSubrouteOptions>,
): Promise<Report<GeneratedEndpoints>> {
  const names = [
    routeNameProblem(route, nameRule(route)),
    subrouteNameProblem(subroute, route, nameRule(subroute)),
  ];
  const mock = checkMock(options.mock, forSubroute(route, subroute));
  const diagnostics = [
    ...names.filter((problem) => problem !== null).map(({ code, message }) => error(code, message)),
    ...mock.diagnostics,
  ];
  if (diagnostics.length > 0) return report(COMMAND, "failed", { diagnostics });
  const method = options.type ?? "GET";
  const status = defaultStatus(method);
  const path = `/${subroute}`;
  const input = { route, subroute, path, method, status, mock: mock.value };
  const invocation: Invocation = {
    command: COMMAND,
    arguments: {
      route,
      subroute,
      ...(options.type !== undefined && { type: options.type }),
      ...mockArguments(mock.value, options.mockPath),
    },
  };
  return await runPlanner({
    invocation,
    workspace,
    folder: "",
    options,
    diagnostics,
    planner: subroutePlanner(input),
  });
}

/** Describes the place of a subroute's mock, for messages. */
export function forSubroute(route: string, subroute: string): string {
  return `for subroute '${subroute}' of route '${route}'`;
}
