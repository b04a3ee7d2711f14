/** Finds what contradicts the report of a plan in the project as it would be after the plan. */

import { withFactsOf } from "../../project/facts/fact_store.ts";
import { printedPath, requestKey } from "../../project/layout/url_paths.ts";
import { Project } from "../../project/project.ts";
import { mayRoute } from "../../project/routing/flask_definitions.ts";
import type { PlanClaims } from "../plans/plan.ts";
import { lostGuards } from "./guards.ts";
import { newProblems } from "./new_problems.ts";
import type { Contradiction, PlannedProject, ServedEndpoint } from "./planned_project.ts";
import { refusedBlueprints } from "./refused_blueprints.ts";
import { wrongStatuses } from "./statuses.ts";
import { untestedPaths } from "./tested_paths.ts";

/** Finds the contradictions of a plan. What cannot be read contradicts nothing. */
export function contradictions(
  project: PlannedProject,
  claims: PlanClaims | undefined,
): readonly Contradiction[] {
  const { before, after, touched } = project;
  // A new project has only generated code, and reading all of it takes as long as writing it.
  const problems = before.python.size === 0
    ? []
    : [...newProblems(project), ...refusedBlueprints(project)];
  const isRouting = [...touched].some((path) =>
    mayRoute(before.files.get(path) ?? "") || mayRoute(after.files.get(path) ?? "")
  );
  if (!isRouting && claims === undefined) return problems;
  // A handler that would still serve a removed endpoint may be in a module that the plan leaves.
  const mayStay = claims !== undefined && claims.gone.length > 0;
  const near = mayStay ? [] : routingContradictions(
    project,
    claims,
    served(withoutOtherRoutes(before, touched, claims)),
    served(withoutOtherRoutes(after, touched, claims)),
  );
  return near.length === 0 && !mayStay
    ? problems
    : [...problems, ...routingContradictions(project, claims, served(before), served(after))];
}

/** Returns a project without the modules of routes that a plan does not concern. */
function withoutOtherRoutes(
  { python, layout }: Project,
  touched: PlannedProject["touched"],
  claims: PlanClaims | undefined,
): Project {
  const named = new Set(claims?.served.map(({ file }) => file));
  const files = new Map(
    [...python].filter(([path]) =>
      touched.has(path) || named.has(path) || layout.routeFileAt(path) === null
    ),
  );
  return new Project(withFactsOf(files, python));
}

function routingContradictions(
  project: PlannedProject,
  claims: PlanClaims | undefined,
  was: Served,
  is: Served,
): readonly Contradiction[] {
  return [
    ...(claims === undefined
      ? []
      : [...claimed(claims, was, is), ...wrongStatuses(project, claims, is.endpoints)]),
    ...lostGuards(project, was.endpoints, is.endpoints, claims),
    ...(is.isKnown ? untestedPaths(project, was.endpoints, is.endpoints) : []),
  ];
}

/** The endpoints that a project serves. */
interface Served {
  readonly endpoints: readonly ServedEndpoint[];
  /** Whether the methods and paths of all endpoints are known. */
  readonly isKnown: boolean;
}

function served({ routes }: Project): Served {
  const all = routes.flatMap(({ endpoints }) => endpoints);
  return {
    endpoints: all.flatMap((each) => {
      const { path, methods } = each;
      return path === null ? [] : (methods ?? []).map((method) => ({
        ...each,
        method,
        path,
        key: requestKey(method, path),
        label: `${method} ${printedPath(path)}`,
      }));
    }),
    isKnown: all.every(({ methods, path }) => methods !== null && path !== null),
  };
}

/** Compares the endpoints with those that a report names. */
function claimed(claims: PlanClaims, was: Served, is: Served): readonly Contradiction[] {
  const now = Map.groupBy(is.endpoints, ({ key }) => key);
  const then = Map.groupBy(was.endpoints, ({ key }) => key);
  const missing = is.isKnown
    ? claims.served.filter(({ method, path }) => !now.has(requestKey(method, path)))
    : [];
  const kept = new Set(claims.served.map(({ method, path }) => requestKey(method, path)));
  const left = claims.gone.flatMap(({ method, path }) => {
    const key = requestKey(method, path);
    if (kept.has(key)) return [];
    const here = now.get(key) ?? [];
    const isLess = here.length < (then.get(key)?.length ?? 0);
    return here.filter(({ registered }) => registered && !isLess).slice(0, 1);
  });
  const gone = new Set(claims.gone.map(({ method, path }) => requestKey(method, path)));
  const lost = claims.moves || !is.isKnown
    ? []
    : was.endpoints.filter(({ key, registered }) => registered && !now.has(key) && !gone.has(key));
  return [
    ...missing.map(({ method, path }) => ({
      file: null,
      line: null,
      message: `nothing would serve ${method} ${printedPath(path)}`,
    })),
    ...left.map(({ file, line, label, handler }) => ({
      file,
      line,
      message: `'${handler}' would still serve ${label}`,
    })),
    ...lost.map(({ file, line, label }) => ({
      file,
      line,
      message: `${label} would not be served any more`,
    })),
  ];
}
