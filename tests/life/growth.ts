/** The commands that add code beyond the spec. */

import type { JsonValue } from "../../mod.ts";
import { functionNames } from "../../project/layout/layers.ts";
import type { Command, CommandKind, Life, Run } from "./commands.ts";
import type { ServedEndpoint } from "./judge.ts";
import { blueprints } from "./places.ts";
import { hasRecords } from "./project.ts";
import type { Random } from "./random.ts";
import { randomResource } from "./random_specs.ts";
import { recordedEndpoints } from "./removals.ts";
import { blueprintNames, isBelowRoute } from "./served.ts";
import { endpointsOf, METHODS, urlOf } from "./specs.ts";

interface Growth {
  readonly words: string;
  readonly run: Run;
  readonly asksFor: (endpoint: ServedEndpoint) => boolean;
  /**
   * Whether the endpoint may have the project's first body. Such a body is refused if people edited
   * code that it needs.
   */
  readonly hasBody?: boolean;
}

function adding({ spec }: Life, { words, run, asksFor, hasBody = false }: Growth): Command {
  return { words, run, asksFor, spec, asksNothing: false, isForced: false, mayRefuse: hasBody };
}

function newRoute(random: Random): string {
  return `${random.oneOf("invoices", "refunds", "teams")}${random.below(100)}`;
}

function newSubroute(random: Random): string {
  return `${random.oneOf("late", "newest", "top")}${random.below(100)}`;
}

function hasSubroute({ project }: Life, route: string, subroute: string): boolean {
  return recordedEndpoints(project).some((each) =>
    each.route === route && each.subroute === subroute
  );
}

/** Picks a route of the spec that the project has. */
function pickRoute({ project, spec }: Life, random: Random): string | undefined {
  const names = blueprints(project).map(({ name }) => name);
  // The blueprint of a removed route may still exist, because people edited it.
  const recorded = recordedEndpoints(project).map((each) => each.route);
  const known = names.filter((each) => !hasRecords(project) || recorded.includes(each));
  return random.pick(Object.keys(spec.routes).filter((each) => known.includes(each)));
}

/** Adds a route with one endpoint. */
export const addsRoute: CommandKind = (life, random) => {
  const route = newRoute(random);
  const type = random.oneOf("GET", "POST", "PUT", "DELETE");
  const mock = random.oneOf<JsonValue>([{ id: 1, total: 2.5 }], "paid");
  return adding(life, {
    words: `generate route ${route} --type ${type} --mock '${JSON.stringify(mock)}'`,
    run: (workspace, { generateRoute }) => generateRoute(workspace, route, { type, mock }),
    asksFor: ({ rule }) => rule.endsWith(`/${route}`),
  });
};

/** Adds methods to a route that has other ones. */
export const joinsRoute: CommandKind = (life, random) => {
  const route = pickRoute(life, random);
  if (route === undefined) return null;
  const recorded = recordedEndpoints(life.project);
  const wanted = endpointsOf(life.spec).map((each) => ({
    ...each,
    method: each.type,
    path: urlOf(each),
  }));
  const all = [...recorded, ...wanted];
  // Another route may have the same path.
  const own = all.filter((each) => each.route === route && each.subroute === null);
  const prefix = life.spec.routes[route]?.path ?? `/${route}`;
  const paths = new Set([prefix, ...own.map(({ path }) => path)]);
  const taken = all.filter((each) => each.route === route || paths.has(each.path))
    .map(({ method }) => method);
  const methods = random.shuffled(METHODS.filter((each) => !taken.includes(each)))
    .slice(0, 1 + random.below(2));
  if (methods.length === 0) return null;
  return adding(life, {
    words: `generate route ${route} --methods ${methods.join(",")}`,
    run: (workspace, { generateRoute }) => generateRoute(workspace, route, { methods }),
    asksFor: isOneOf(life, route, methods.map((method) => functionNames(method, null).handler)),
  });
};

/** Adds a subroute with one endpoint. */
export const addsSubroute: CommandKind = (life, random) => {
  const route = pickRoute(life, random);
  if (route === undefined) return null;
  const subroute = newSubroute(random);
  if (hasSubroute(life, route, subroute)) return null;
  const type = random.oneOf("GET", "POST");
  const mock = random.oneOf<JsonValue>([{ id: 1, total: 2.5 }], "paid");
  return adding(life, {
    words: `generate subroute ${route} ${subroute} --type ${type} --mock '${JSON.stringify(mock)}'`,
    run: (workspace, { generateSubroute }) =>
      generateSubroute(workspace, route, subroute, { type, mock }),
    asksFor: ({ rule }) => rule.endsWith(`/${subroute}`),
  });
};

/** Adds a subroute with a path of its own, and with several methods. */
export const addsPath: CommandKind = (life, random) => {
  const route = pickRoute(life, random);
  if (route === undefined) return null;
  const subroute = newSubroute(random);
  if (hasSubroute(life, route, subroute)) return null;
  const path = random.oneOf(
    `/{id:int}/${subroute}`,
    `/${subroute}/{day}/{hour:float}`,
    `/${subroute}/{key:uuid}`,
  );
  const methods = random.shuffled(METHODS).slice(0, 1 + random.below(3));
  return adding(life, {
    words: `generate subroute ${route} ${subroute} --path ${path} --methods ${methods.join(",")}`,
    run: (workspace, { generateSubroute }) =>
      generateSubroute(workspace, route, subroute, { path, methods }),
    asksFor: isOneOf(life, route, methods.map((method) => functionNames(method, subroute).handler)),
  });
};

/** Adds a resource: as a new route, or to a route that has only GET. */
export const addsResource: CommandKind = (life, random) => {
  const lists = Object.entries(Object.groupBy(endpointsOf(life.spec), ({ route }) => route))
    .filter(([, own = []]) =>
      own.every(({ subroute, type }) => subroute === null && type === "GET")
    )
    .map(([route]) => route);
  const known = pickRoute(life, random) ?? "";
  const route = lists.includes(known) ? known : newRoute(random);
  const { resource = null } = randomResource(random);
  const item = ["get_item", "update_item", "delete_item"];
  return adding(life, {
    words: `generate resource ${route} --example '${JSON.stringify(resource)}'`,
    run: (workspace, { generateResource }) => generateResource(workspace, route, resource),
    asksFor: isOneOf(
      life,
      route,
      route === known ? ["create", ...item] : ["get", "create", ...item],
    ),
    hasBody: true,
  });
};

/** Returns a function that reports whether one of these handlers of a route serves an endpoint. */
function isOneOf(
  { project }: Life,
  route: string,
  handlers: readonly string[],
): Command["asksFor"] {
  const names = blueprintNames(project);
  return (served) =>
    isBelowRoute(served, route, names) &&
    handlers.includes(served.endpoint.slice(served.endpoint.lastIndexOf(".") + 1));
}
