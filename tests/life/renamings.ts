/** The commands that rename generated code. */

import { pascalCase } from "../../project/layout/layers.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import type { Command, CommandKind, Life, Run } from "./commands.ts";
import { isDocs } from "./documentation.ts";
import { BY_HAND } from "./edits/edit.ts";
import type { Guarantee } from "./guarantees.ts";
import type { ServedEndpoint } from "./judge.ts";
import type { Random } from "./random.ts";
import { type RecordedEndpoint, recordedEndpoints } from "./removals.ts";
import { type Files, type Project, recordedRoutes } from "./project.ts";
import {
  endpointsOf,
  type NamedEndpoint,
  type Spec,
  type SpecPath,
  type SpecRoute,
  urlOf,
} from "./specs.ts";

/** The route or the subroute that a command renames, and its new name. */
export interface Renames {
  readonly route: string;
  /** `null` for the route itself. */
  readonly subroute: string | null;
  readonly to: string;
}

/**
 * Returns a name that no project has and that does not contain the old name. Its length differs, so
 * line breaks change.
 */
function newName(random: Random, old: string): string {
  const names = ["zoo", "wares", "extraordinary_merchandise"];
  const apart = names.filter((name) => !name.includes(old.toLowerCase()));
  return `${random.pick(apart) ?? "zoo"}${random.below(1000)}`;
}

function renaming(life: Life, renames: Renames): Command {
  const { route, subroute, to } = renames;
  const old = subroute ?? route;
  return {
    words: `rename ${subroute === null ? "route" : `subroute ${route}`} ${old} ${to}`,
    run: running(renames),
    asksFor: ({ rule, endpoint, body }) =>
      [rule, endpoint, body].some((each) => each.includes(old) || each.includes(to)),
    spec: renamedSpec(life.spec, renames),
    asksNothing: false,
    isForced: false,
    mayRefuse: true,
    renames,
  };
}

function running({ route, subroute, to }: Renames): Run {
  return async (workspace, { renameRoute, renameSubroute }) => {
    const report = subroute === null
      ? await renameRoute(workspace, route, to)
      : await renameSubroute(workspace, route, subroute, to);
    const endpoints = report.data?.endpoints ?? [];
    return {
      ...report,
      data: { endpoints: endpoints.map(({ method, after }) => ({ method, path: after })) },
    };
  };
}

/** Returns a spec with the new name, in the old order. A path that is the old name follows. */
function renamedSpec({ routes }: Spec, { route, subroute, to }: Renames): Spec {
  const renamedKey = <Path extends SpecPath>(all: Readonly<Record<string, Path>>, from: string) =>
    Object.fromEntries(
      Object.entries(all).map(([key, value]) => {
        if (key !== from) return [key, value];
        return [to, value.path === `/${from}` ? { ...value, path: `/${to}` } : value];
      }),
    );
  if (subroute === null) return { routes: renamedKey(routes, route) };
  const { [route]: own } = routes;
  if (own?.subroutes === undefined) return { routes };
  const changed: SpecRoute = { ...own, subroutes: renamedKey(own.subroutes, subroute) };
  return { routes: { ...routes, [route]: changed } };
}

/**
 * Returns an endpoint of a spec with the names that its route and subroute have in the project
 * after renamings.
 */
export function namedNow(project: Project, endpoint: NamedEndpoint): NamedEndpoint {
  let { route, subroute } = endpoint;
  const routes = recordedRoutes(project);
  for (const [name, { renamed }] of routes) {
    // A spec may use the earlier name for another route.
    if (!routes.has(route) && renamed.some(({ from }) => from === route)) route = name;
    if (name !== route) continue;
    for (const { from, to } of renamed) {
      if (from.split("/")[1] === subroute) subroute = to.split("/")[1] ?? subroute;
    }
  }
  return { ...endpoint, route, subroute };
}

/**
 * Lists the recorded endpoints that a command can rename. It leaves out those to which the spec gives
 * another name, because the spec would not follow a renaming.
 */
function renamable({ project, spec }: Life): RecordedEndpoint[] {
  const wanted = new Set(
    endpointsOf(spec).map((each) => `${each.type} ${urlOf(namedNow(project, each))}`),
  );
  const named = new Set(endpointsOf(spec).map((each) => namedNow(project, each).route));
  return recordedEndpoints(project).filter(({ route, method, path }) =>
    named.has(route) || !wanted.has(`${method} ${printedPath(path)}`)
  );
}

/** Renames a route. */
export const renamesRoute: CommandKind = (life, random) => {
  const route = random.pick(renamable(life))?.route;
  if (route === undefined) return null;
  return renaming(life, { route, subroute: null, to: newName(random, route) });
};

/** Renames a subroute. */
export const renamesSubroute: CommandKind = (life, random) => {
  const all = renamable(life).filter(({ subroute }) => subroute !== null);
  const found = random.pick(all);
  if (found === undefined) return null;
  return renaming(life, { ...found, to: newName(random, found.subroute ?? "") });
};

/**
 * Checks that every endpoint answers as before under its new name, and that only names have changed
 * in people's code.
 */
export const answersUnderNewNames: Guarantee = (step) => {
  const { command: { renames }, report, before, after, judgedBefore, judgedAfter } = step;
  if (renames === undefined || report.status !== "applied") return null;
  const problems = lostCode(before.project.files, after.project.files, renames);
  if (judgedBefore.error !== null || judgedAfter.error !== null) return listed(problems);
  const served = new Map(judgedAfter.endpoints.map((each) => [keyOf(each), each]));
  for (const endpoint of judgedBefore.endpoints.filter((each) => !isDocs(each))) {
    const key = keyOf(endpoint);
    const keys = [renamedText(key, renames), ...renamedSegments(key, renames), key];
    const now = keys.map((each) => served.get(each)).find((each) => each !== undefined);
    const isSame = now?.status === endpoint.status &&
      renamedText(now.body, renames) === renamedText(endpoint.body, renames);
    if (!isSame) problems.push(`${key} answered ${endpoint.body}, now ${now?.body ?? "nothing"}`);
  }
  return listed(problems);
};

function keyOf({ method, rule }: ServedEndpoint): string {
  return `${method} ${rule}`;
}

/**
 * Returns the lines with people's mark that a project no longer has. A line with the new name
 * counts as kept.
 */
function lostCode(before: Files, after: Files, renames: Renames): string[] {
  const signed = (files: Files) =>
    Object.entries(files).filter(([path]) => !path.startsWith(".layerwright/"))
      .flatMap(([, text]) => text.split(/\r?\n/))
      .filter((line) => line.includes(BY_HAND))
      // The name of a class begins with a capital letter, whatever its route is called.
      .map((line) => renamedText(line, renames).toLowerCase());
  const kept = new Set(signed(after));
  return signed(before).filter((line) => !kept.has(line)).map((line) => `It lost ${line}`);
}

/** Replaces the old name by the new one, even within a word. */
function renamedText(text: string, { route, subroute, to }: Renames): string {
  const old = subroute ?? route;
  return text.replaceAll(old, to).replaceAll(pascalCase(old), pascalCase(to));
}

/**
 * Returns the paths in which the new name replaces whole segments with the old name: all such
 * segments, or one of them.
 */
function renamedSegments(path: string, { route, subroute, to }: Renames): string[] {
  const old = subroute ?? route;
  const segments = path.split("/");
  return [
    segments.map((segment) => segment === old ? to : segment),
    ...segments.flatMap((segment, index) => segment === old ? [segments.with(index, to)] : []),
  ].map((each) => each.join("/"));
}

function listed(problems: readonly string[]): string | null {
  return problems.length === 0 ? null : problems.join("\n");
}
