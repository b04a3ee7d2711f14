/** The commands that remove generated code. */

import type { Method } from "../../mod.ts";
import { HEALTH_URL } from "../../spec/spec_path.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import type { CommandKind, Life } from "./commands.ts";
import type { ServedEndpoint } from "./judge.ts";
import { type Project, recordedRoutes } from "./project.ts";
import { type BlueprintNames, blueprintNames, isOfRoute } from "./served.ts";

/** An endpoint in the records. */
export interface RecordedEndpoint extends EndpointRecord {
  readonly route: string;
  /** Its path below the prefix of its route; empty for the route's own path. */
  readonly below: string;
  readonly names: BlueprintNames;
}

/** Lists the endpoints in the records of a project. */
export function recordedEndpoints(project: Project): RecordedEndpoint[] {
  const names = blueprintNames(project);
  return [...recordedRoutes(project)].flatMap(([route, record]) => {
    const prefix = record.prefix ?? `/${route}`;
    return record.endpoints.map((each) => ({
      ...each,
      route,
      names,
      below: each.path.startsWith(`${prefix}/`) ? each.path.slice(prefix.length) : "",
    }));
  });
}

/** Reports whether an endpoint that Flask serves is a recorded one, judged by path or by handler. */
export function isRecorded(
  served: ServedEndpoint,
  recorded: RecordedEndpoint,
  others: readonly RecordedEndpoint[],
) {
  const { path, method } = recorded;
  // Excludes endpoints with another method of the same path, and those whose longer path ends with
  // this one.
  const isOther = others.some((each) =>
    each.method === served.method && isAt(served, each) &&
    (each.path.length > path.length || each.path === path && method !== served.method)
  );
  if (isOther) return false;
  if (served.rule === HEALTH_URL) return false;
  return served.method === method && isAt(served, recorded) || isHandledBy(served, recorded);
}

/** Reports whether the handler of an endpoint has the recorded name. */
export function isHandledBy(
  served: ServedEndpoint,
  { route, definitions, names }: RecordedEndpoint,
): boolean {
  const handler = definitions.find(({ layer }) => layer === "route")?.name;
  return isOfRoute(served, route, names) &&
    served.endpoint.slice(served.endpoint.lastIndexOf(".") + 1) === handler;
}

/** Reports whether an endpoint is at a recorded path, perhaps below another prefix of its blueprint. */
function isAt(served: ServedEndpoint, { route, path, below, names }: RecordedEndpoint): boolean {
  return served.rule.endsWith(path) ||
    below !== "" && isOfRoute(served, route, names) && served.rule.endsWith(below);
}

/** Returns the part of a command that all removals have in common. */
function removing(
  { project, spec }: Life,
  removed: readonly RecordedEndpoint[],
) {
  const others = recordedEndpoints(project).filter(({ path, method }) =>
    !removed.some((each) => each.path === path && each.method === method)
  );
  return {
    asksFor: (served: ServedEndpoint) => removed.some((each) => isRecorded(served, each, others)),
    spec,
    asksNothing: false,
    isForced: false,
    mayRefuse: true,
    removes: removed.map(({ method, path }) => ({ method, path })),
  };
}

/** Removes a route. */
export const removesRoute: CommandKind = (life, random) => {
  const all = recordedEndpoints(life.project);
  const route = random.pick(all)?.route;
  if (route === undefined) return null;
  return {
    ...removing(life, all.filter((each) => each.route === route)),
    words: `remove route ${route}`,
    run: async (workspace, { removeRoute }) => ({
      ...await removeRoute(workspace, route),
      data: null,
    }),
  };
};

/** Removes a subroute. */
export const removesSubroute: CommandKind = (life, random) => {
  const all = recordedEndpoints(life.project);
  const found = random.pick(all.filter(({ subroute }) => subroute !== null));
  if (found === undefined) return null;
  const { route, subroute, method } = found;
  const type = method as Method;
  return {
    ...removing(life, [found]),
    words: `remove subroute ${route} ${subroute} --type ${type}`,
    run: async (workspace, { removeSubroute }) => ({
      ...await removeSubroute(workspace, route, subroute ?? "", { type }),
      data: null,
    }),
  };
};
