/** Adding a route with all its layers to a project. */

import { error, hasErrors } from "../core/diagnostic.ts";
import type { JsonValue } from "../core/json_value.ts";
import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plan.ts";
import { urlPrefix } from "../project/layout.ts";
import { routePlanner } from "../generators/route.ts";
import { defaultStatus, type Method } from "../spec/api_spec.ts";
import type { SubroutesInput } from "../spec/api_spec_input.ts";
import { nameRule, routeNameProblem } from "../spec/name_problem.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Invocation } from "./invocation.ts";
import { checkMock, mockArguments, mockOf, type WithParsedMock } from "./mock.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";
import { readSubroutes } from "./subroutes.ts";

/** Options of {@linkcode generateRoute}. */
export interface GenerateRouteOptions extends RunOptions {
  /** The HTTP method; default: `GET`. */
  readonly type?: Method;
  /** The response of the route; a default response if left out. */
  readonly mock?: JsonValue;
  /** Further endpoints, as in a spec: JSON text or a value. Only JSON text distinguishes `1.0` from `1`. */
  readonly subroutes?: string | SubroutesInput;
  /** Whether to generate models for the mock; default: `true`. */
  readonly model?: boolean;
}

const COMMAND = "generate route";

/**
 * Adds a route with all its layers to a project.
 *
 * @param workspace The project's own folder.
 * @param route The route's name: ASCII letters, digits and underscores, no digit first.
 * @param options The route's method, mock and subroutes, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` with a warning if the route exists; `failed`
 * if its name, mock or subroutes are invalid; `refused` if files would be overwritten.
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
  return await addRoute(workspace, route, {
    ...options,
    mock: mockOf(options.mock, forRoute(route)),
  });
}

/** Adds a route like {@linkcode generateRoute}, with a parsed mock. */
export async function addRoute(
  workspace: Workspace,
  route: string,
  options: WithParsedMock<GenerateRouteOptions>,
): Promise<Report<GeneratedEndpoints>> {
  const { type: method = "GET", model = true } = options;
  const problem = routeNameProblem(route, nameRule(route));
  const mock = checkMock(options.mock, forRoute(route));
  const { subroutes, diagnostics: found } = problem !== null || options.subroutes === undefined
    ? { subroutes: [], diagnostics: [] }
    : readSubroutes(options.subroutes, route);
  const diagnostics = [
    ...(problem === null ? [] : [error(problem.code, problem.message)]),
    ...mock.diagnostics,
    ...found,
  ];
  if (hasErrors(diagnostics)) return report(COMMAND, "failed", { diagnostics });
  const invocation: Invocation = {
    command: COMMAND,
    arguments: {
      route,
      ...(options.type !== undefined && { type: options.type }),
      ...mockArguments(mock.value, options.mockPath),
      ...(options.subroutes !== undefined && { subroutes: options.subroutes }),
      ...(!model && { no_model: true }),
    },
  };
  return await runPlanner({
    invocation,
    workspace,
    folder: "",
    options,
    diagnostics,
    planner: routePlanner({
      route: {
        name: route,
        path: urlPrefix(route),
        endpoints: [{ method, status: defaultStatus(method), mock: mock.value }],
        subroutes,
      },
      model,
    }),
  });
}

/** Describes the place of a route's mock, for messages. */
export function forRoute(route: string): string {
  return `for route '${route}'`;
}
