/** The use case: an endpoint in an existing route. */

import { error } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plan.ts";
import { subroutePlanner } from "../generators/subroute.ts";
import type { Method } from "../spec/api_spec.ts";
import { nameRule, routeNameProblem, subrouteNameProblem } from "../spec/name_problem.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readMock } from "./mock_text.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/** What {@linkcode generateSubroute} takes besides names. */
export interface GenerateSubrouteOptions extends RunOptions {
  /** `GET` unless said otherwise. */
  readonly type?: Method;
  /** What the endpoint answers, as JSON text. */
  readonly mock?: string;
}

const COMMAND = "generate subroute";

/**
 * Adds an endpoint to a route of a project: handler, service method, repository method, models, test.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param subroute The subroute's name, by the rules of a route's.
 * @param options Its method, its mock, and whether to write.
 * @returns The report: `applied`, `planned`; `unchanged` with a warning if the subroute exists; `failed`
 * if the route does not, or one of its files is no Python.
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
 * const options = { mock: '[{ "id": 1 }]' };
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
  const names = [
    routeNameProblem(route, nameRule(route)),
    subrouteNameProblem(subroute, route, nameRule(subroute)),
  ];
  const mock = readMock(options.mock, `for subroute '${subroute}' of route '${route}'`);
  const diagnostics = [
    ...names.filter((problem) => problem !== null).map(({ code, message }) => error(code, message)),
    ...mock.diagnostics,
  ];
  if (diagnostics.length > 0) return report(COMMAND, "failed", { diagnostics });
  const input = { route, subroute, method: options.type ?? "GET", mock: mock.value };
  return await runPlanner({
    command: COMMAND,
    workspace,
    folder: "",
    options,
    diagnostics,
    planner: subroutePlanner(input),
  });
}
