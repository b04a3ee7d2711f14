/** Finds handlers that a plan leaves without a guard. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { Project } from "../../project/project.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import { flaskModuleIn } from "../../project/routing/flask_module.ts";
import { dottedName, tokenize } from "../../python/expression.ts";
import { allDefinitions } from "../../python/python_module.ts";
import type { PlanClaims } from "../plans/plan.ts";
import type { Contradiction, PlannedProject, ServedEndpoint } from "./planned_project.ts";

/** The names of the decorators of a handler, without its routes. */
type Guards = ReadonlySet<string>;

// A decorator of one handler may be its own.
const FEWEST_SIBLINGS = 2;

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
    const guards = guardsIn(project, path);
    return here.flatMap((each) => {
      const found = guards.get(each.line);
      return found === undefined ? [] : [{ ...each, guards: found }];
    });
  });
}

/** Returns the decorators of the handlers of a module, by the lines of their routes. */
function guardsIn(project: Project, path: ProjectPath): ReadonlyMap<number, Guards> {
  const module = project.module(path);
  const { lines, source } = module;
  const routes = new Set(flaskModuleIn(project.python, path).endpoints.map(({ line }) => line));
  return new Map(
    allDefinitions(module).flatMap(({ decorators }) => {
      const rows = decorators.flatMap((index) => lines[index] ?? []);
      const guards = rows.filter(({ row }) => !routes.has(row)).flatMap(({ start, end }) =>
        dottedName(tokenize(source, start + 1, end), 0)?.text ?? []
      );
      return rows.filter(({ row }) => routes.has(row))
        .map(({ row }) => [row, new Set(guards)] as const);
    }),
  );
}
