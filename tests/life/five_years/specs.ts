/** The spec of a team, and the changes to it over the years. */

import type { JsonValue } from "../../../mod.ts";
import type { Random } from "../random.ts";
import {
  endpointsAt,
  isValid,
  pathWith,
  type Spec,
  type SpecEndpoint,
  type SpecPath,
  type SpecRoute,
} from "../specs.ts";

const ROUTES = ["products", "orders", "customers", "invoices", "tickets"];
const SUBROUTES = ["archive", "open", "sale", "newest", "hold", "report", "audit", "notes", "late"];

/** Members that examples get, with a value of another type that a later spec may give them. */
const MEMBERS: Readonly<Record<string, readonly [JsonValue, JsonValue]>> = {
  title: ["Tea", 7],
  amount: [3, 2.5],
  price: [24.5, "24.50"],
  stock: [9, "many"],
  note: ["ring twice", 5],
  is_open: [true, "yes"],
  city: ["Bern", 12],
  weight: [1.25, 4],
};

type Example = Readonly<Record<string, JsonValue>>;

/** Returns a spec of four routes with about 20 endpoints. */
export function teamSpec(random: Random): Spec {
  const names = random.shuffled(ROUTES).slice(0, 4);
  return { routes: Object.fromEntries(names.map((name, index) => [name, route(random, index)])) };
}

function route(random: Random, index: number): SpecRoute {
  const names = random.shuffled(SUBROUTES).slice(0, 2 + random.below(2));
  const subroutes = Object.fromEntries(names.map((name) => [name, subroute(random)]));
  if (index % 2 === 0) return { resource: { id: 1, ...example(random) }, subroutes };
  return {
    ...pathWith({}, [{ type: "GET", mock: [example(random)] }, endpoint(random, "POST")]),
    subroutes,
  };
}

function subroute(random: Random): SpecPath {
  return pathWith({}, [endpoint(random, random.oneOf("GET", "GET", "POST", "PUT", "DELETE"))]);
}

function endpoint(random: Random, type: SpecEndpoint["type"]): SpecEndpoint {
  const hasBody = type === "POST" || type === "PUT";
  return { type, mock: example(random), ...(hasBody ? { body: example(random) } : {}) };
}

function example(random: Random): Example {
  const names = random.shuffled(Object.keys(MEMBERS)).slice(0, 2 + random.below(3));
  return Object.fromEntries(names.map((name) => [name, MEMBERS[name]?.[0] ?? null]));
}

type Alter = (example: Example, random: Random) => Example | null;

const withMember: Alter = (example, random) => {
  const name = random.pick(Object.keys(MEMBERS).filter((each) => example[each] === undefined));
  return name === undefined ? null : { ...example, [name]: MEMBERS[name]?.[0] ?? null };
};

const withoutMember: Alter = (example, random) => {
  const names = Object.keys(example).filter((each) => each !== "id");
  const { [random.pick(names) ?? ""]: _, ...rest } = example;
  return names.length < 2 ? null : rest;
};

const withOtherType: Alter = (example, random) => {
  const name = random.pick(Object.keys(example).filter((each) => MEMBERS[each] !== undefined));
  const [one, other] = MEMBERS[name ?? ""] ?? [];
  if (name === undefined || one === undefined || other === undefined) return null;
  return { ...example, [name]: example[name] === one ? other : one };
};

const withOtherValue: Alter = (example, random) => {
  const name = random.pick(
    Object.keys(example).filter((each) => typeof example[each] === "string"),
  );
  return name === undefined ? null : { ...example, [name]: `text ${random.below(1000)}` };
};

/** A change to a spec; `null` if the spec has nothing to change in this way. */
export type TeamChange = (spec: Spec, random: Random) => Spec | null;

function changeRoute(
  { routes }: Spec,
  random: Random,
  edit: (route: SpecRoute) => SpecRoute | null,
) {
  const name = random.pick(Object.keys(routes)) ?? "";
  const route = routes[name];
  const changed = route === undefined ? null : edit(route);
  const spec = changed === null ? null : { routes: { ...routes, [name]: changed } };
  return spec !== null && isValid(spec) ? spec : null;
}

function changeEndpoint(
  edit: (each: SpecEndpoint, random: Random) => SpecEndpoint | null,
): TeamChange {
  return (spec, random) =>
    changeRoute(spec, random, (route) => {
      const { subroutes = {}, ...own } = route;
      const name = random.pick([null, ...Object.keys(subroutes)]) ?? null;
      const path = name === null ? own : subroutes[name] ?? own;
      const all = endpointsAt(path);
      const chosen = random.pick(all);
      const changed = chosen === undefined ? null : edit(chosen, random);
      if (changed === null) return null;
      const now = pathWith(path, all.map((each) => each === chosen ? changed : each));
      return name === null
        ? { ...now, subroutes }
        : { ...route, subroutes: { ...subroutes, [name]: now } };
    });
}

function alterAnswer(alter: Alter): TeamChange {
  return changeEndpoint((each, random) => {
    const { mock } = each;
    const isList = Array.isArray(mock);
    const changed = altered(isList ? mock[0] : mock, alter, random);
    return changed === null ? null : { ...each, mock: isList ? [changed] : changed };
  });
}

function alterBody(alter: Alter): TeamChange {
  return changeEndpoint((each, random) => {
    const body = altered(each.body, alter, random);
    return body === null ? null : { ...each, body };
  });
}

function alterResource(alter: Alter): TeamChange {
  return (spec, random) =>
    changeRoute(spec, random, (route) => {
      const resource = altered(route.resource, alter, random);
      return resource === null ? null : { ...route, resource };
    });
}

function altered(value: JsonValue | undefined, alter: Alter, random: Random): JsonValue | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return alter(value as Example, random);
}

const changesStatus = changeEndpoint((each, random) => ({
  ...each,
  status: random.pick([200, 201, 202].filter((status) => status !== each.status)) ?? 200,
}));

const changesPath: TeamChange = (spec, random) =>
  changeRoute(spec, random, (route) => {
    const name = random.pick(Object.keys(route.subroutes ?? {})) ?? "";
    const found = route.subroutes?.[name];
    const path = `/${name}-${random.below(100)}`;
    return found === undefined
      ? null
      : { ...route, subroutes: { ...route.subroutes, [name]: { ...found, path } } };
  });

const addsEndpoint: TeamChange = (spec, random) =>
  changeRoute(spec, random, (route) => {
    const { subroutes = {} } = route;
    const name = random.pick(SUBROUTES.filter((each) => subroutes[each] === undefined));
    return name === undefined
      ? null
      : { ...route, subroutes: { ...subroutes, [name]: subroute(random) } };
  });

/** Changes to specs by name, as often as they are made. */
export const TEAM_CHANGES: readonly (readonly [name: string, change: TeamChange])[] = [
  ["a field added to an answer", alterAnswer(withMember)],
  ["a field added to an answer", alterAnswer(withMember)],
  ["a field removed from an answer", alterAnswer(withoutMember)],
  ["a field changed in an answer", alterAnswer(withOtherType)],
  ["a mock changed", alterAnswer(withOtherValue)],
  ["a field added to a body", alterBody(withMember)],
  ["a field added to a body", alterBody(withMember)],
  ["a field removed from a body", alterBody(withoutMember)],
  ["a field changed in a body", alterBody(withOtherType)],
  ["a field added to a resource", alterResource(withMember)],
  ["a field added to a resource", alterResource(withMember)],
  ["a field removed from a resource", alterResource(withoutMember)],
  ["a field changed in a resource", alterResource(withOtherType)],
  ["a status changed", changesStatus],
  ["a path changed", changesPath],
  ["an endpoint added", addsEndpoint],
  ["an endpoint added", addsEndpoint],
];
