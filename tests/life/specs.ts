/** Small specs, as the tests of lives read and write them. */

import type { JsonValue } from "../../mod.ts";
import { readSpec } from "../../spec/read_spec.ts";
import { areApart } from "../generators/arbitrary_path.ts";
import { pathOf } from "../generators/written_spec.ts";

export const METHODS = ["GET", "POST", "PUT", "DELETE"] as const;

export type Method = typeof METHODS[number];

/** Parameters of a request by name: examples of their values, or constraints. */
export type Parameters = Readonly<Record<string, JsonValue>>;

/** The members of an endpoint in a spec, apart from its method. */
interface SpecAnswer {
  readonly query?: Parameters;
  readonly headers?: Parameters;
  readonly list?: JsonValue;
  readonly body?: JsonValue;
  readonly mock?: JsonValue;
  readonly status?: number;
  readonly errors?: JsonValue;
}

/** The members of an endpoint that clients must know, apart from its status. */
export const CONTRACT = ["query", "headers", "list", "body", "errors"] as const;

export interface SpecEndpoint extends SpecAnswer {
  readonly type: Method;
}

/** A path of a spec, with one method, or with several in `methods`. */
export interface SpecPath extends SpecAnswer {
  readonly path?: string;
  readonly type?: Method;
  readonly methods?: Readonly<Partial<Record<Method, SpecAnswer>>>;
}

export interface SpecRoute extends SpecPath {
  /** The example of an item, or examples of several. */
  readonly resource?: JsonValue;
  readonly subroutes?: Readonly<Record<string, SpecPath>>;
}

export interface Spec {
  readonly routes: Readonly<Record<string, SpecRoute>>;
}

/** An endpoint of a spec, with its members. */
export interface NamedEndpoint extends SpecEndpoint {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** The path of the route, if the spec names one. */
  readonly prefix?: string;
  /** The path of the subroute, if the spec names one. */
  readonly path?: string;
}

/** Lists the endpoints of a spec. */
export function endpointsOf({ routes }: Spec): NamedEndpoint[] {
  return Object.entries(routes).flatMap(([route, { subroutes = {}, resource, ...own }]) => {
    const at = own.path === undefined ? { route } : { route, prefix: own.path };
    return [
      ...endpointsAt(own).map((each) => ({ ...at, subroute: null, ...each })),
      ...resourceAt(resource, own.list).map((each) => ({ ...at, ...each })),
      ...Object.entries(subroutes).flatMap(([subroute, path]) => {
        const below = path.path === undefined ? { subroute } : { subroute, path: path.path };
        return endpointsAt(path).map((each) => ({ ...at, ...below, ...each }));
      }),
    ];
  });
}

/** Lists the endpoints of a resource whose items have integer ids. */
function resourceAt(
  resource: JsonValue | undefined,
  list: JsonValue | undefined,
): Omit<NamedEndpoint, "route">[] {
  if (resource === undefined) return [];
  const items: readonly JsonValue[] = Array.isArray(resource) ? resource : [resource];
  const mock = items[0] ?? null;
  const item = { subroute: "item", path: "/{item_id:int}" };
  return [
    { subroute: null, type: "GET", mock: [...items], ...(list === undefined ? {} : { list }) },
    { subroute: null, type: "POST", mock, body: mock },
    { ...item, type: "GET", mock },
    { ...item, type: "PUT", mock, body: mock },
    { ...item, type: "DELETE", status: 204 },
  ];
}

/** Returns the full path of an endpoint, as commands print it. */
export function urlOf(endpoint: NamedEndpoint): string {
  return pathOf(endpoint).replaceAll(":string}", "}");
}

/** Reports whether a spec is valid: no two of its endpoints answer the same requests. */
export function isValid(spec: Spec): boolean {
  return areApart(
    endpointsOf(spec).map((each) => ({ method: each.type, path: urlOf(each) })),
  );
}

/** Reports whether a spec has no errors. */
export function isAccepted(spec: Spec): boolean {
  return readSpec(JSON.stringify(spec), { path: "spec.json" }).spec !== null;
}

/** Lists the endpoints at a path. */
export function endpointsAt({ path: _, type, methods, ...answer }: SpecPath): SpecEndpoint[] {
  const all = methods ?? (type === undefined ? {} : { [type]: answer });
  return Object.entries(all).map(([name, each]) => ({
    type: name.toUpperCase() as Method,
    ...each,
  }));
}

/** Returns a path of a spec with other endpoints. */
export function pathWith({ path }: SpecPath, endpoints: readonly SpecEndpoint[]): SpecPath {
  const own = path === undefined ? {} : { path };
  const [only, ...more] = endpoints;
  if (only !== undefined && more.length === 0) return { ...own, ...only };
  const methods = endpoints.map(({ type, ...answer }) => [type, answer]);
  return { ...own, methods: Object.fromEntries(methods) };
}

/** Returns an endpoint with another method. Only some methods have bodies, and only GET has lists. */
export function withType({ body, list, ...rest }: SpecEndpoint, type: Method): SpecEndpoint {
  const hasBody = body !== undefined && (type === "POST" || type === "PUT");
  const hasList = list !== undefined && type === "GET";
  return { ...rest, ...(hasBody ? { body } : {}), ...(hasList ? { list } : {}), type };
}

/** Returns the text of a spec. */
export function textOf(spec: Spec): string {
  return JSON.stringify(spec);
}

/** A spec with everything that short lives change. */
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

/** The shop, whose products have a body, and two methods at one path. Needs pydantic. */
export const SHOP_WITH_BODY: Spec = {
  routes: {
    products: {
      methods: {
        GET: { mock: [{ id: 1, name: "Lamp" }] },
        POST: { body: { name: "Lamp", price: 2.5 }, mock: { id: 1 } },
      },
      subroutes: {
        sale: { type: "GET", mock: { id: 1, price: 2.5 } },
        open: { type: "POST", mock: [1, 2] },
      },
    },
    orders: { type: "POST", subroutes: { archive: { type: "GET", mock: "none" } } },
  },
};
