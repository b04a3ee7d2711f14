/** Changes that people make to specs over the years. */

import type { JsonValue } from "../../mod.ts";
import { isEmpty } from "../generators/arbitrary_spec.ts";
import type { Random } from "./random.ts";
import {
  randomBelow,
  randomBody,
  randomEndpoint,
  randomErrors,
  randomList,
  randomParameters,
  randomPrefix,
  randomResource,
  randomRoute,
  randomSubroute,
  ROUTES,
  SUBROUTES,
} from "./random_specs.ts";
import {
  endpointsAt,
  type Method,
  METHODS,
  pathWith,
  type Spec,
  type SpecEndpoint,
  type SpecPath,
  type SpecRoute,
  withType,
} from "./specs.ts";

/** A change to a spec; `null` if the spec has nothing to change in this way. */
export type SpecChange = (spec: Spec, random: Random) => Spec | null;

function changeRoute(
  { routes }: Spec,
  random: Random,
  edit: (route: SpecRoute, name: string) => SpecRoute | null,
): Spec | null {
  const name = random.pick(Object.keys(routes)) ?? "";
  const route = routes[name];
  const changed = route === undefined ? null : edit(route, name);
  return changed === null ? null : { routes: { ...routes, [name]: changed } };
}

/** Changes the endpoints at a route's own path or at one of its subroutes. */
function changePath(
  spec: Spec,
  random: Random,
  edit: (endpoints: readonly SpecEndpoint[]) => readonly SpecEndpoint[] | null,
): Spec | null {
  return changeRoute(spec, random, (route) => {
    const { subroutes, ...own } = route;
    const name = random.pick([null, ...Object.keys(subroutes ?? {})]) ?? null;
    const path = name === null ? own : subroutes?.[name] ?? own;
    const changed = edit(endpointsAt(path));
    if (changed === null) return null;
    const now = pathWith(path, changed);
    if (name === null) return { ...now, ...(subroutes === undefined ? {} : { subroutes }) };
    return { ...route, subroutes: { ...subroutes, [name]: now } };
  });
}

/** Changes one endpoint. */
function changeEndpoint(
  spec: Spec,
  random: Random,
  edit: (endpoint: SpecEndpoint) => SpecEndpoint,
): Spec | null {
  return changePath(spec, random, (endpoints) => {
    const chosen = random.pick(endpoints);
    if (chosen === undefined) return null;
    return endpoints.map((each) => each === chosen ? edit(each) : each);
  });
}

function withMock({ status, list: _, ...rest }: SpecEndpoint, mock: JsonValue): SpecEndpoint {
  return { ...rest, mock, ...(status === undefined || isEmpty(status) ? {} : { status }) };
}

const changesMock: SpecChange = (spec, random) =>
  changeEndpoint(
    spec,
    random,
    (each) => withMock(each, { changed: random.below(1000), at: "noon" }),
  );

const changesAllMocks: SpecChange = ({ routes }, random) => {
  const id = random.below(1000);
  const changed = (path: SpecPath): SpecPath => {
    const endpoints = endpointsAt(path).map((each) => withMock(each, { other: id, at: 1.5 }));
    return pathWith(path, endpoints);
  };
  const all = Object.entries(routes).map(([name, { subroutes, ...route }]) => {
    const own = route.resource === undefined ? changed(route) : route;
    if (subroutes === undefined) return [name, own];
    const changedSubroutes = Object.entries(subroutes).map(([each, sub]) => [each, changed(sub)]);
    return [name, { ...own, subroutes: Object.fromEntries(changedSubroutes) }];
  });
  return { routes: Object.fromEntries(all) };
};

const dropsMock: SpecChange = (spec, random) =>
  changeEndpoint(spec, random, ({ mock: _, list: __, ...rest }) => rest);

const changesStatus: SpecChange = (spec, random) =>
  changeEndpoint(
    spec,
    random,
    (each) =>
      isEmpty(each.status)
        ? withMock(each, "full again")
        : { ...each, status: random.oneOf(200, 201, 202, 203) },
  );

const changesBody: SpecChange = (spec, random) =>
  changeEndpoint(spec, random, (endpoint) => {
    const { body: _, ...rest } = endpoint;
    if (rest.type !== "POST" && rest.type !== "PUT") return endpoint;
    return random.below(3) === 0 ? rest : { ...rest, ...randomBody(random) };
  });

const changesParameters: SpecChange = (spec, random) =>
  changeEndpoint(
    spec,
    random,
    ({ query: _, headers: __, ...rest }) =>
      random.below(3) === 0 ? rest : { ...rest, ...randomParameters(random) },
  );

const changesErrors: SpecChange = (spec, random) =>
  changeEndpoint(
    spec,
    random,
    ({ errors: _, ...rest }) => random.below(3) === 0 ? rest : { ...rest, ...randomErrors(random) },
  );

const changesList: SpecChange = (spec, random) =>
  changeEndpoint(spec, random, (endpoint) => {
    const { list, ...rest } = endpoint;
    // A query of any spec may have the names of a list's parameters.
    const isFree = rest.type === "GET" && !isEmpty(rest.status) && rest.query === undefined;
    if (!isFree) return endpoint;
    const isGone = list !== undefined && random.below(3) === 0;
    return isGone ? rest : { ...rest, ...randomList(random) };
  });

const changesResource: SpecChange = (spec, random) =>
  changeRoute(
    spec,
    random,
    ({ list: _, ...route }) =>
      route.resource === undefined ? null : { ...route, ...randomResource(random) },
  );

const changesPath: SpecChange = (spec, random) =>
  changeRoute(spec, random, (route) => {
    const name = random.pick(Object.keys(route.subroutes ?? {}));
    const subroute = route.subroutes?.[name ?? ""];
    if (name === undefined || subroute === undefined) return null;
    const { path: _, ...rest } = subroute;
    const moved = random.below(3) === 0 ? rest : { ...rest, path: randomBelow(random) };
    return { ...route, subroutes: { ...route.subroutes, [name]: moved } };
  });

const changesPrefix: SpecChange = (spec, random) =>
  changeRoute(
    spec,
    random,
    ({ path: _, ...route }) =>
      random.below(3) === 0 ? route : { ...route, path: randomPrefix(random) },
  );

const changesMethod: SpecChange = (spec, random) =>
  changePath(spec, random, (endpoints) => {
    const chosen = random.pick(endpoints);
    const type = random.pick(freeMethods(endpoints));
    if (chosen === undefined || type === undefined) return null;
    return endpoints.map((each) => each === chosen ? withType(each, type) : each);
  });

const addsMethod: SpecChange = (spec, random) =>
  changePath(spec, random, (endpoints) => {
    const type = random.pick(freeMethods(endpoints));
    return type === undefined ? null : [...endpoints, randomEndpoint(random, type)];
  });

const removesMethod: SpecChange = (spec, random) =>
  changePath(spec, random, (endpoints) => {
    const chosen = random.pick(endpoints);
    return endpoints.length < 2 ? null : endpoints.filter((each) => each !== chosen);
  });

function freeMethods(endpoints: readonly SpecEndpoint[]): readonly Method[] {
  const taken = new Set(endpoints.map(({ type }) => type));
  return METHODS.filter((method) => !taken.has(method));
}

const addsSubroute: SpecChange = (spec, random) =>
  changeRoute(spec, random, (route) => {
    const name = random.pick(SUBROUTES.filter((each) => route.subroutes?.[each] === undefined));
    if (name === undefined) return null;
    return { ...route, subroutes: { ...route.subroutes, [name]: randomSubroute(random) } };
  });

const addsRoute: SpecChange = ({ routes }, random) => {
  const name = random.pick(ROUTES.filter((each) => routes[each] === undefined));
  return name === undefined ? null : { routes: { ...routes, [name]: randomRoute(random) } };
};

const removesSubroute: SpecChange = (spec, random) =>
  changeRoute(spec, random, (route) => {
    const name = random.pick(Object.keys(route.subroutes ?? {}));
    if (name === undefined) return null;
    const { [name]: _, ...subroutes } = route.subroutes ?? {};
    const isEmpty = endpointsAt(route).length === 0 && Object.keys(subroutes).length === 0;
    return isEmpty && route.resource === undefined ? null : { ...route, subroutes };
  });

const removesRoute: SpecChange = ({ routes }, random) => {
  const names = Object.keys(routes);
  const { [random.pick(names) ?? ""]: _, ...rest } = routes;
  return names.length < 2 ? null : { routes: rest };
};

const renamesRoute: SpecChange = ({ routes }, random) => {
  const name = random.pick(Object.keys(routes)) ?? "";
  const to = random.pick(ROUTES.filter((each) => routes[each] === undefined));
  const { [name]: route, ...rest } = routes;
  return route === undefined || to === undefined ? null : { routes: { ...rest, [to]: route } };
};

const renamesSubroute: SpecChange = (spec, random) =>
  changeRoute(spec, random, (route) => {
    const name = random.pick(Object.keys(route.subroutes ?? {})) ?? "";
    const to = random.pick(SUBROUTES.filter((each) => route.subroutes?.[each] === undefined));
    const { [name]: subroute, ...rest } = route.subroutes ?? {};
    if (subroute === undefined || to === undefined) return null;
    return { ...route, subroutes: { ...rest, [to]: subroute } };
  });

const reorders: SpecChange = ({ routes }, random) =>
  Object.keys(routes).length < 2
    ? null
    : { routes: Object.fromEntries(random.shuffled(Object.entries(routes))) };

/** Changes to specs, by name. */
export const SPEC_CHANGES: Readonly<Record<string, SpecChange>> = {
  "a changed mock": changesMock,
  "other mocks": changesAllMocks,
  "a removed mock": dropsMock,
  "a changed status": changesStatus,
  "a changed body": changesBody,
  "changed parameters": changesParameters,
  "changed errors": changesErrors,
  "a changed list": changesList,
  "a changed resource": changesResource,
  "a changed path": changesPath,
  "a changed prefix": changesPrefix,
  "a changed method": changesMethod,
  "another method": addsMethod,
  "a removed method": removesMethod,
  "another subroute": addsSubroute,
  "another route": addsRoute,
  "a removed subroute": removesSubroute,
  "a removed route": removesRoute,
  "a renamed route": renamesRoute,
  "a renamed subroute": renamesSubroute,
  "its routes in another order": reorders,
};
