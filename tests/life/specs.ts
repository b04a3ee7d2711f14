/** Small specs, and how they change over the years. */

import type { JsonValue } from "../../mod.ts";
import type { Random } from "./random.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;
const ROUTES = ["products", "orders", "carts", "users", "health"];
const SUBROUTES = ["sale", "popular", "archive", "by_name", "open"];

export interface SpecEndpoint {
  readonly type: typeof METHODS[number];
  readonly mock?: JsonValue;
}

export interface SpecRoute extends SpecEndpoint {
  readonly subroutes?: Readonly<Record<string, SpecEndpoint>>;
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
    { route, subroute: null, ...own },
    ...Object.entries(subroutes).map(([subroute, each]) => ({ route, subroute, ...each })),
  ]);
}

/** Returns a spec of 1 to 3 routes with 0 to 3 subroutes each. */
export function randomSpec(random: Random): Spec {
  const names = random.shuffled(ROUTES).slice(0, 1 + random.below(3));
  return { routes: Object.fromEntries(names.map((name) => [name, randomRoute(random)])) };
}

function randomRoute(random: Random): SpecRoute {
  const names = random.shuffled(SUBROUTES).slice(0, random.below(4));
  const subroutes = Object.fromEntries(names.map((name) => [name, randomEndpoint(random)]));
  return { ...randomEndpoint(random), ...(names.length === 0 ? {} : { subroutes }) };
}

function randomEndpoint(random: Random): SpecEndpoint {
  const type = random.oneOf(...METHODS);
  return random.below(4) === 0 ? { type } : { type, mock: randomMock(random) };
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

/** Changes a route's own endpoint or one of its subroutes. */
function changeEndpoint(
  spec: Spec,
  random: Random,
  edit: (endpoint: SpecEndpoint) => SpecEndpoint,
): Spec | null {
  return changeRoute(spec, random, (route) => {
    const { subroutes, ...own } = route;
    const name = random.pick([null, ...Object.keys(subroutes ?? {})]) ?? null;
    const subroute = name === null ? undefined : subroutes?.[name];
    if (name === null || subroute === undefined) {
      return { ...edit(own), ...(subroutes === undefined ? {} : { subroutes }) };
    }
    return { ...route, subroutes: { ...subroutes, [name]: edit(subroute) } };
  });
}

const changesMock: SpecChange = (spec, random) =>
  changeEndpoint(spec, random, ({ type }) => ({
    type,
    mock: { changed: random.below(1000), at: "noon" },
  }));

const changesAllMocks: SpecChange = ({ routes }, random) => {
  const id = random.below(1000);
  const changed = ({ type }: SpecEndpoint): SpecEndpoint => ({
    type,
    mock: { other: id, at: 1.5 },
  });
  const all = Object.entries(routes).map(([name, { subroutes, ...own }]) => {
    if (subroutes === undefined) return [name, changed(own)];
    const changedSubroutes = Object.entries(subroutes).map(([each, sub]) => [each, changed(sub)]);
    return [name, { ...changed(own), subroutes: Object.fromEntries(changedSubroutes) }];
  });
  return { routes: Object.fromEntries(all) };
};

const dropsMock: SpecChange = (spec, random) =>
  changeEndpoint(spec, random, ({ type }) => ({ type }));

const changesMethod: SpecChange = (spec, random) =>
  changeEndpoint(spec, random, (endpoint) => ({
    ...endpoint,
    type: random.pick(METHODS.filter((method) => method !== endpoint.type)) ?? "GET",
  }));

const addsSubroute: SpecChange = (spec, random) =>
  changeRoute(spec, random, (route) => {
    const name = random.pick(SUBROUTES.filter((each) => route.subroutes?.[each] === undefined));
    if (name === undefined) return null;
    return { ...route, subroutes: { ...route.subroutes, [name]: randomEndpoint(random) } };
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
  "a changed method": changesMethod,
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
