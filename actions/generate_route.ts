/** The use case: a route with all its layers. */

import { error, hasErrors } from "../core/diagnostic.ts";
import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plan.ts";
import { routePlanner } from "../generators/route.ts";
import type { Method } from "../spec/api_spec.ts";
import { nameRule, routeNameProblem } from "../spec/name_problem.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readMock } from "./mock_text.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";
import { readSubroutes } from "./subroutes_text.ts";

/** What {@linkcode generateRoute} takes besides a name. */
export interface GenerateRouteOptions extends RunOptions {
  /** `GET` unless said otherwise. */
  readonly type?: Method;
  /** What the route answers, as JSON text. */
  readonly mock?: string;
  /** Further endpoints, as in a spec: JSON text, or the value that it stands for. */
  readonly subroutes?: unknown;
  /** Whether the mock is typed by models; `true` unless said otherwise. */
  readonly model?: boolean;
}

const COMMAND = "generate route";

/**
 * Generates a route with all its layers in a project.
 *
 * @param workspace The project's own folder.
 * @param route The route's name: ASCII letters, digits and underscores, no digit first.
 * @param options Its method, mock, subroutes, and whether to write.
 * @returns The report: `applied`, `planned`; `unchanged` with a warning if the route exists; `failed` if
 * its name, mock or subroutes are none; `refused` if files of that name would be overwritten.
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
  const problem = routeNameProblem(route, nameRule(route));
  const mock = readMock(options.mock, `for route '${route}'`);
  const subroutes = readSubroutes(problem === null ? options.subroutes : undefined, route);
  const diagnostics = [
    ...(problem === null ? [] : [error(problem.code, problem.message)]),
    ...mock.diagnostics,
    ...subroutes.diagnostics,
  ];
  if (hasErrors(diagnostics)) return report(COMMAND, "failed", { diagnostics });
  const { type: method = "GET", model = true } = options;
  const spec = { name: route, method, mock: mock.value, subroutes: subroutes.subroutes };
  return await runPlanner({
    command: COMMAND,
    workspace,
    folder: "",
    options,
    diagnostics,
    planner: routePlanner({ route: spec, model }),
  });
}
