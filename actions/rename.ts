/** Renames a route or a subroute in a project. */

import { type Report, report } from "../core/report.ts";
import { renamePlanner } from "../generators/rename/planner.ts";
import type { RenamedData } from "../generators/rename/renamed_report.ts";
import type { NewName } from "../generators/rename/renamed_route.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { similarName } from "../spec/name_problem.ts";
import { nameProblems } from "./added_endpoints.ts";
import { type Invocation, invocationOf } from "./invocation.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";

/**
 * Renames a route: its files, blueprint, classes, models, tests, data files, default URL prefix,
 * and everything that uses them. In code that people wrote, only these names change. If the spec
 * still has the old name, `generate api` does not bring it back.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param to The new name.
 * @param options Whether to write.
 * @returns The report: `applied` or `planned`; `refused` if the new name is invalid or taken, or if
 * code uses the old name in a way that `rename` cannot follow; `failed` if the route was not
 * generated. The data lists the places that may refer to the old name, but were not changed.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, renameRoute } from "@layerwright/layerwright";
 * import { deepEqual, equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", { routes: { products: { type: "GET" } } });
 * const { message, data } = await renameRoute(workspace, "products", "catalog");
 * equal(message, "Renamed route 'products' to 'catalog': 5 files, 1 endpoint now under /catalog");
 * deepEqual(data?.endpoints, [{ method: "GET", before: "/products", after: "/catalog" }]);
 * ```
 */
export function renameRoute(
  workspace: Workspace,
  route: string,
  to: string,
  options: RunOptions = {},
): Promise<Report<RenamedData>> {
  const invocation = invocationOf("rename route", { route, to });
  return rename(invocation, workspace, { route, subroute: null, to }, options);
}

/**
 * Renames a subroute like {@linkcode renameRoute}: its path, handlers, methods, models, tests and data files.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param subroute The subroute's name.
 * @param to The new name of the subroute.
 * @param options Whether to write.
 * @returns The report, as of {@linkcode renameRoute}.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspace, generateApi, renameSubroute } from "@layerwright/layerwright";
 * import { deepEqual } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", {
 *   routes: { products: { type: "GET", subroutes: { sale: { type: "GET" } } } },
 * });
 * const { data } = await renameSubroute(workspace, "products", "sale", "offers");
 * deepEqual(data?.endpoints.map(({ after }) => after), ["/products/offers"]);
 * ```
 */
export function renameSubroute(
  workspace: Workspace,
  route: string,
  subroute: string,
  to: string,
  options: RunOptions = {},
): Promise<Report<RenamedData>> {
  const invocation = invocationOf("rename subroute", { route, subroute, to });
  return rename(invocation, workspace, { route, subroute, to }, options);
}

async function rename(
  invocation: Invocation,
  workspace: Workspace,
  name: NewName,
  options: RunOptions,
): Promise<Report<RenamedData>> {
  const { command } = invocation;
  const { route, subroute, to } = name;
  const unknown = nameProblems(name).slice(0, 1);
  if (unknown.length > 0) return report(command, "failed", { diagnostics: unknown });
  const invalid = nameProblems(
    subroute === null ? { route: to, subroute } : { route, subroute: to },
    (name) => similarName(name) === null ? null : `Name it '${similarName(name)}'`,
  );
  if (invalid.length > 0) return report(command, "failed", { diagnostics: invalid });
  const planner = renamePlanner(name);
  return await runPlanner({ invocation, workspace, options, planner });
}
