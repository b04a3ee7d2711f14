/** Plans the endpoints of a resource. */

import { type Diagnostic, error, hasErrors, warning } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { isSameRule, printedPath } from "../../project/layout/url_paths.ts";
import type { RouteSpec } from "../../spec/api_spec.ts";
import { overlaps, pathsOf } from "./added_paths.ts";
import { type Endpoint, placedEndpoints, routeEndpoints } from "../code/endpoint.ts";
import { homeInProject } from "../handlers/home_in_project.ts";
import { changeHint, type NewEndpoint } from "./new_endpoint.ts";
import { planEndpoints } from "./new_endpoints.ts";
import { emptyPlan, type GeneratedEndpoints, type Plan } from "../plans/plan.ts";
import type { Planner } from "../plans/planner.ts";
import { existingModule, routePlanner } from "./route_planner.ts";
import { readRouteModule, type RouteModule, takenNames } from "../handlers/route_module.ts";
import { noteUnrecorded } from "../plans/unrecorded.ts";
import { readsOfWhole } from "../plans/whole_project.ts";
import type { Project } from "../../project/project.ts";

/** A resource to add. */
export interface ResourceInput {
  /** The route with the endpoints of the resource, and no others. */
  readonly route: RouteSpec;
  /** Path to the project's folder, for the suggested next steps. */
  readonly folder: string;
}

/** Returns the planner that adds a resource: as a new route, or to a route that only has GET. */
export function resourcePlanner(input: ResourceInput): Planner<GeneratedEndpoints> {
  const { name } = input.route;
  const asRoute = routePlanner({ ...input, isPlaced: false, model: true });
  return {
    reads: asRoute.reads,
    readsAfter: readsOfWhole,
    plan: async (project) => {
      const path = existingModule(name, project);
      if (path === undefined) return named(name, await asRoute.plan(project));
      const joined = await planJoining(input, path, project);
      return "severity" in joined
        ? { ...emptyPlan([]), refusal: joined }
        : noteUnrecorded(joined, project.files);
    },
  };
}

function named(
  route: string,
  plan: Plan<GeneratedEndpoints>,
): Plan<GeneratedEndpoints> {
  if (plan.changes.length === 0) return plan;
  const applied = `Successfully generated resource '${route}'!`;
  const planned = `Would generate resource '${route}'`;
  return { ...plan, messages: { ...plan.messages, applied, planned } };
}

/**
 * Plans the endpoints that turn a route into a resource, or returns the reason why the route cannot
 * become one.
 */
async function planJoining(
  { route, folder }: ResourceInput,
  path: ProjectPath,
  project: Project,
): Promise<Plan<GeneratedEndpoints> | Diagnostic> {
  const { name } = route;
  const home = homeInProject(name, project);
  const module = readRouteModule(home, project.files.get(home.paths.route) ?? "", project.files);
  if ("severity" in module) return emptyPlan([module]);
  const wanted = routeEndpoints(route);
  const [list, ...added] = wanted;
  const missing = wanted.filter((each) => !isServed(each, module));
  if (missing.length === 0) {
    const message = `Resource '${name}' already exists in ${path}`;
    return emptyPlan(
      [warning("route-exists", message, { hint: changeHint(`route ${name}`) })],
      message,
    );
  }
  if (list === undefined || missing.includes(list) || missing.length < added.length) {
    const missed = missing.map(({ method, rule }) =>
      `${method} ${printedPath(module.prefix + rule)}`
    );
    return refusal(
      `Cannot make route '${name}' in ${path} a resource: only a new route, or one with GET alone, can become one.`,
      `It lacks ${missed.join(", ")}: add them with generate route and generate subroute`,
    );
  }
  const taken = takenNames(module.module);
  const clash = added.find(({ handler }) => taken.has(handler));
  if (clash !== undefined) {
    const message = `Cannot add a handler '${clash.handler}': ${path} already has that name.`;
    return refusal(message, "Rename yours first");
  }
  const others = { ...route, path: module.prefix, endpoints: route.endpoints.slice(1) };
  const problems = overlaps(pathsOf(others), project);
  if (problems.length > 0) return emptyPlan(problems);
  const plan = await planEndpoints(newEndpoints(route, added), project, folder);
  return hasErrors(plan.diagnostics) ? plan : named(name, plan);
}

function refusal(message: string, hint: string): Diagnostic {
  return error("route-method", message, { hint });
}

/** Reports whether a route answers the requests of an endpoint. */
function isServed({ method, rule }: Endpoint, { endpoints }: RouteModule): boolean {
  return endpoints.some((each) =>
    each.rule !== null && isSameRule(each.rule, rule) &&
    (each.methods === null || each.methods.includes(method))
  );
}

/** @param added All endpoints of the route except the first, with the names of their functions. */
function newEndpoints(route: RouteSpec, added: readonly Endpoint[]): readonly NewEndpoint[] {
  const [, ...placed] = placedEndpoints(route);
  return placed.map((each, index) => ({
    ...each,
    route: route.name,
    isOneOfMany: true,
    created: added[index]?.created ?? null,
  }));
}
