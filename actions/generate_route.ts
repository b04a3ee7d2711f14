/** The use case: a route with all its layers. */

import { type Diagnostic, error, hasErrors, warning } from "../core/diagnostic.ts";
import { projectPath } from "../core/project_path.ts";
import { type Report, report } from "../core/report.ts";
import type { GeneratedEndpoints } from "../generators/plan.ts";
import { planRoute, routeReads } from "../generators/route.ts";
import type { Method } from "../spec/api_spec.ts";
import { nameRule, routeNameProblem } from "../spec/name_problem.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readMock } from "./mock_text.ts";
import { type RunOptions, runPlan } from "./run_plan.ts";
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
  const input = { route: spec, model };
  return await runPlan({
    command: COMMAND,
    workspace,
    folder: "",
    options,
    plan: async () => {
      const plan = planRoute(input, await workspace.read(routeReads(input)));
      const clashes = await caseClashes(workspace, route);
      return { ...plan, diagnostics: [...diagnostics, ...plan.diagnostics, ...clashes] };
    },
  });
}

/** Warns of routes that would be the same where file names fold case. */
async function caseClashes(workspace: Workspace, route: string): Promise<readonly Diagnostic[]> {
  const entries = await workspace.entries(projectPath("api/routes"));
  return entries.flatMap(({ name }) => {
    const other = /^(\w+)_route\.py$/.exec(name)?.[1] ?? "";
    if (other === route || other.toLowerCase() !== route.toLowerCase()) return [];
    return [warning("spec-case", `Route names '${other}' and '${route}' differ only in case.`)];
  });
}
