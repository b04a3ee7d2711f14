/** Small specs, and how they change over the years. */

import type { JsonValue } from "../../mod.ts";
import { arbitrarySpec, isEmpty } from "../generators/arbitrary_spec.ts";
import { fc } from "../tools/tier.ts";
import type { Random } from "./random.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
const ROUTES = ["products", "orders", "carts", "users", "health"];
const SUBROUTES = ["sale", "popular", "archive", "by_name", "open"];

type Method = typeof METHODS[number];

/** What a spec says about an endpoint, apart from its method. */
interface SpecAnswer {
  readonly body?: JsonValue;
  readonly mock?: JsonValue;
  readonly status?: number;
}

export interface SpecEndpoint extends SpecAnswer {
  readonly type: Method;
}

/** A path of a spec: with one method or, in `methods`, with several. */
export interface SpecPath extends SpecAnswer {
  readonly path?: string;
  readonly type?: Method;
  readonly methods?: Readonly<Partial<Record<Method, SpecAnswer>>>;
}

export interface SpecRoute extends SpecPath {
  readonly subroutes?: Readonly<Record<string, SpecPath>>;
}

export interface Spec {
  readonly routes: Readonly<Record<string, SpecRoute>>;
}

/** An endpoint of a spec, with what the spec says about it. */
export interface NamedEndpoint extends SpecEndpoint {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
}

/** Lists the endpoints of a spec. */
export function endpointsOf({ routes }: Spec): NamedEndpoint[] {
  return Object.entries(routes).flatMap(([route, { subroutes = {}, ...own }]) => [
    ...endpointsAt(own).map((each) => ({ route, subroute: null, ...each })),
    ...Object.entries(subroutes).flatMap(([subroute, path]) =>
      endpointsAt(path).map((each) => ({ route, subroute, ...each }))
    ),
  ]);
}

function endpointsAt({ path: _, type, methods, ...answer }: SpecPath): SpecEndpoint[] {
  const all = methods ?? (type === undefined ? {} : { [type]: answer });
  return Object.entries(all).map(([name, each]) => ({
    type: name.toUpperCase() as Method,
    ...each,
  }));
}

/** Writes other endpoints at a path. */
function pathWith({ path }: SpecPath, endpoints: readonly SpecEndpoint[]): SpecPath {
  const own = path === undefined ? {} : { path };
  const [only, ...more] = endpoints;
  if (only !== undefined && more.length === 0) return { ...own, ...only };
  const methods = endpoints.map(({ type, ...answer }) => [type, answer]);
  return { ...own, methods: Object.fromEntries(methods) };
}

/** Returns an endpoint with another method. Only some methods have bodies. */
function withType({ body, ...rest }: SpecEndpoint, type: Method): SpecEndpoint {
  const hasBody = body !== undefined && (type === "POST" || type === "PUT");
  return { ...rest, ...(hasBody ? { body } : {}), type };
}

/** Returns the text of a spec. */
export function textOf(spec: Spec): string {
  return JSON.stringify(spec);
}

/** Returns a spec of 1 to 3 routes with 0 to 3 subroutes each, or any spec that people may write. */
export function randomSpec(random: Random): Spec {
  if (random.below(5) === 0) return anySpec(random);
  const names = random.shuffled(ROUTES).slice(0, 1 + random.below(3));
  return { routes: Object.fromEntries(names.map((name) => [name, randomRoute(random)])) };
}

/** Specs that are longer take long and show no more. */
const LONGEST = 5_000;

function anySpec(random: Random): Spec {
  const specs = fc.sample(arbitrarySpec, { numRuns: 20, seed: random.below(2 ** 30) });
  const text = specs.find(({ text }) => text.length <= LONGEST)?.text;
  return text === undefined ? randomSpec(random) : { routes: JSON.parse(text).routes };
}

function randomRoute(random: Random): SpecRoute {
  const names = random.shuffled(SUBROUTES).slice(0, random.below(4));
  const subroutes = Object.fromEntries(names.map((name) => [name, randomPath(random)]));
  return { ...randomPath(random), ...(names.length === 0 ? {} : { subroutes }) };
}

function randomPath(random: Random): SpecPath {
  if (random.below(6) > 0) return randomEndpoint(random);
  const types = random.shuffled(METHODS).slice(0, 2 + random.below(2));
  return pathWith({}, types.map((type) => ({ ...randomEndpoint(random), type })));
}

function randomEndpoint(random: Random): SpecEndpoint {
  const type = random.oneOf(...METHODS);
  const status = random.below(6) === 0 ? { status: random.oneOf(200, 201, 202) } : {};
  if (random.below(20) === 0) return { type, status: 204 };
  return random.below(4) === 0
    ? { type, ...status }
    : { type, mock: randomMock(random), ...status };
}

function randomMock(random: Random): JsonValue {
  const id = random.below(1000);
  return random.oneOf<JsonValue>(
    id,
    `number ${id}`,
    [],
    [id, id + 1],
    { id, name: "Lamp" },
    [{ id, price: 2.5 }, { id: id + 1, price: null }],
    { id, address: { street: "Main Street", tags: ["a", "b"] } },
  );
}

/** A change to a spec; `null` if the spec has nothing to change like this. */
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

function withMock({ status, ...rest }: SpecEndpoint, mock: JsonValue): SpecEndpoint {
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
  const all = Object.entries(routes).map(([name, { subroutes, ...own }]) => {
    if (subroutes === undefined) return [name, changed(own)];
    const changedSubroutes = Object.entries(subroutes).map(([each, sub]) => [each, changed(sub)]);
    return [name, { ...changed(own), subroutes: Object.fromEntries(changedSubroutes) }];
  });
  return { routes: Object.fromEntries(all) };
};

const dropsMock: SpecChange = (spec, random) =>
  changeEndpoint(spec, random, ({ mock: _, ...rest }) => rest);

const changesStatus: SpecChange = (spec, random) =>
  changeEndpoint(
    spec,
    random,
    (each) =>
      isEmpty(each.status)
        ? withMock(each, "full again")
        : { ...each, status: random.oneOf(200, 201, 202, 203) },
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
    return type === undefined ? null : [...endpoints, { ...randomEndpoint(random), type }];
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
    return { ...route, subroutes: { ...route.subroutes, [name]: randomPath(random) } };
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
    return { ...route, subroutes };
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

/** Changes to specs, by what they do. */
export const SPEC_CHANGES: Readonly<Record<string, SpecChange>> = {
  "a changed mock": changesMock,
  "other mocks": changesAllMocks,
  "a mock less": dropsMock,
  "a changed status": changesStatus,
  "a changed method": changesMethod,
  "a method more": addsMethod,
  "a method less": removesMethod,
  "a subroute more": addsSubroute,
  "a route more": addsRoute,
  "a subroute less": removesSubroute,
  "a route less": removesRoute,
  "a renamed route": renamesRoute,
  "a renamed subroute": renamesSubroute,
  "its routes in another order": reorders,
};

/** A project with everything that short lives change. */
export const SHOP: Spec = {
  routes: {
    products: {
      type: "GET",
      mock: [{ id: 1, name: "Lamp" }],
      subroutes: {
        sale: { type: "GET", mock: { id: 1, price: 2.5 } },
        open: { type: "POST", mock: [1, 2] },
      },
    },
    orders: { type: "POST", subroutes: { archive: { type: "GET", mock: "none" } } },
  },
};
