/** Finds handlers that a plan leaves without a guard. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import { flaskModuleIn } from "../../project/routing/flask_module.ts";
import { documentsErrors } from "../../python/errors_decorator.ts";
import { dottedName, tokenize } from "../../python/expression.ts";
import { allDefinitions, type PythonModule } from "../../python/python_module.ts";
import type { PlanClaims } from "../plans/plan.ts";
import type { Contradiction, PlannedProject, ServedEndpoint } from "./planned_project.ts";

/** The names of the decorators of a handler, without its routes, and the hook of its blueprint. */
type Guards = ReadonlySet<string>;

// A decorator of one handler may be its own.
const FEWEST_SIBLINGS = 2;

const BEFORE_REQUEST = ".before_request";

/**
 * Finds the decorators that handlers would lose, and those that all other handlers of a module have and a
 * new one would lack.
 */
export function lostGuards(
  { before, after, touched }: PlannedProject,
  was: readonly ServedEndpoint[],
  is: readonly ServedEndpoint[],
  claims: PlanClaims | undefined,
): readonly Contradiction[] {
  const then = new Map(guarded(before, was, touched).map((each) => [each.key, each]));
  if (then.size === 0) return [];
  const siblings = Map.groupBy(then.values(), ({ file }) => file);
  const shared = new Map(
    [...siblings].map(([file, all]) => [file, all.length < FEWEST_SIBLINGS ? [] : inAll(all)]),
  );
  const isNew = new Set(claims?.served.map(({ method, path }) => requestKey(method, path)));
  const known = new Set(was.map(({ key }) => key));
  return guarded(after, is, touched).flatMap(({ key, file, line, label, guards }) => {
    const earlier = then.get(key)?.guards;
    const wanted = earlier ??
      (isNew.has(key) && !known.has(key) && claims?.isUnlike !== true ? shared.get(file) : []) ??
      [];
    return [...wanted].filter((name) => !guards.has(name)).map((name) => ({
      file,
      line,
      message: earlier === undefined
        ? `${label} would have no @${name}, unlike all other handlers`
        : `${label} would lose @${name}`,
    }));
  });
}

interface Guarded extends ServedEndpoint {
  readonly guards: Guards;
}

function inAll(all: readonly Guarded[]): readonly string[] {
  const [first, ...others] = all;
  return [...first?.guards ?? []].filter((name) => others.every(({ guards }) => guards.has(name)));
}

/** Returns the handlers in files whose decorators are known. */
function guarded(
  project: Project,
  endpoints: readonly ServedEndpoint[],
  files: ReadonlySet<ProjectPath>,
): readonly Guarded[] {
  const own = Map.groupBy(endpoints, ({ file }) => file);
  return [...files].flatMap((path) => {
    const here = own.get(path) ?? [];
    if (here.length === 0) return [];
    const guards = new Map(routeGuards(project, path).map((each) => [each.line, each.guards]));
    return here.flatMap((each) => {
      const found = guards.get(each.line);
      return found == null ? [] : [{ ...each, guards: found }];
    });
  });
}

/** A route of a blueprint, and what guards its handler. */
export interface GuardedRoute {
  /** The 1-based line of the route's decorator or call. */
  readonly line: number;
  /** `null` if they are unknown. */
  readonly guards: Guards | null;
}

/** Returns the routes of a module's blueprints. */
export function routeGuards(project: Project, path: ProjectPath): readonly GuardedRoute[] {
  const { applications, endpoints } = flaskModuleIn(project.python, path);
  const own = endpoints.filter(({ blueprint }) => !applications.includes(blueprint));
  const routes = new Set(own.map(({ line }) => line));
  const definitions = decoratorsIn(project.module(path));
  const hooked = new Set(
    definitions.flat().filter(({ name }) => name.endsWith(BEFORE_REQUEST))
      .map(({ name }) => name.slice(0, -BEFORE_REQUEST.length)),
  );
  const named = new Map(
    definitions.flatMap((all) => {
      const names = all.filter(({ row }) => !routes.has(row)).map(({ name }) => name);
      return all.filter(({ row }) => routes.has(row)).map(({ row }) => [row, names] as const);
    }),
  );
  return own.map(({ line, blueprint }) => {
    const names = named.get(line);
    const hook = hooked.has(blueprint) ? [BEFORE_REQUEST.slice(1)] : [];
    const isUnknown = names === undefined && hook.length === 0;
    return { line, guards: isUnknown ? null : new Set([...names ?? [], ...hook]) };
  });
}

/** Returns the decorators of each definition of a module, without those that document errors. */
function decoratorsIn(module: PythonModule) {
  const { lines, source } = module;
  return allDefinitions(module).map(({ decorators }) =>
    decorators.filter((index) => !documentsErrors(module, index)).flatMap((index) =>
      lines[index] ?? []
    ).map(({ row, start, end }) => ({
      row,
      name: dottedName(tokenize(source, start, end), 1)?.text ?? "",
    })).filter(({ name }) => name !== "")
  );
}
