/** Arranges imported operations as the routes of a spec. */

import type { EndpointSpec, RouteSpec, SubrouteSpec } from "../spec/api_spec.ts";
import { FreeNames, type NameRules } from "../spec/free_names.ts";
import { subrouteNameProblem } from "../spec/name_problem.ts";
import { MAX_NAME_LENGTH } from "../spec/names.ts";
import { HEALTH_URL, MAX_PATH_LENGTH, normalPath, type PathSegment } from "../spec/spec_path.ts";
import type { ImportedOperation, LeftOut } from "./imported_operation.ts";
import { operationName, pathName } from "./operation_names.ts";
import { pathForm, pythonName } from "./template_path.ts";

/** The routes of an imported spec, and the operations that it cannot express. */
export interface ImportedRoutes {
  readonly routes: readonly RouteSpec[];
  readonly leftOut: readonly LeftOut[];
}

/** The routes of the spec that a document was made from: their paths and subroutes by name, in order. */
export type KnownRoutes = ReadonlyMap<string, KnownRoute>;

export interface KnownRoute {
  readonly path: string;
  /** The names of its subroutes, in order; empty if their paths are in this order. */
  readonly subroutes: readonly string[];
}

/** Arranges operations, in the order of the document. */
export function importedRoutes(
  operations: readonly ImportedOperation[],
  known: KnownRoutes,
): ImportedRoutes {
  const layout = new Layout(known, sharedPrefix(operations));
  for (const each of operations) layout.add(each);
  return layout.result();
}

/** The rules for generated names. Files are named after them. */
const FILE_NAMES: NameRules = { maxLength: MAX_NAME_LENGTH, ignoresCase: true };

/** Matches first segments that do not name a route, such as `api` or `v1`. */
const GENERAL = /^(?:api|rest|v[0-9]{1,3}(?:\.[0-9]{1,3})?)$/i;

/** Counts the segments that all paths begin with, before the segment that names a route. */
function sharedPrefix(operations: readonly ImportedOperation[]): number {
  const paths = operations.map(({ segments }) => segments).filter(([first]) =>
    typeof first === "string"
  );
  const [first = []] = paths;
  let shared = 0;
  const isShared = (at: number) =>
    paths.every((each) => each[at] === first[at] && typeof each[at + 1] === "string");
  while (typeof first[shared] === "string" && isShared(shared)) shared++;
  return shared;
}

interface Place {
  readonly path: string;
  /** The operations at the path. The first one names the subroute. */
  readonly operations: ImportedOperation[];
  readonly endpoints: EndpointSpec[];
  /** Its name in a document that Layerwright wrote. */
  readonly known: string | null;
}

interface Route {
  readonly name: string;
  readonly path: string;
  readonly own: EndpointSpec[];
  /** By their paths below the route's, and their names in a document that Layerwright wrote. */
  readonly places: Map<string, Place>;
  /** The path of each subroute whose name comes from a document that Layerwright wrote. */
  readonly kept: Map<string, string>;
}

class Layout {
  readonly #known: KnownRoutes;
  readonly #shared: number;
  /** By their paths, or by their names in a document that Layerwright wrote. */
  readonly #routes = new Map<string, Route>();
  readonly #names = new FreeNames(FILE_NAMES);
  /** The segments of each path by its form, so that a path has the same parameters everywhere. */
  readonly #forms = new Map<string, readonly PathSegment[]>();
  readonly #owners = new Map<string, string>();
  readonly #leftOut: LeftOut[] = [];

  constructor(known: KnownRoutes, shared: number) {
    this.#known = known;
    this.#shared = shared;
    for (const [name, { path }] of known) {
      this.#names.add(name);
      this.#routes.set(`=${name}`, { name, path, own: [], places: new Map(), kept: new Map() });
    }
  }

  add(operation: ImportedOperation): void {
    const { label, at, endpoint } = operation;
    const form = pathForm(operation.segments);
    const segments = this.#forms.get(form) ?? operation.segments;
    const path = normalPath(segments);
    const owner = this.#owners.get(`${endpoint.method} ${form}`);
    const reason = owner === undefined ? problemOf(segments, path) : `it is the same as ${owner}`;
    if (reason !== null) return void this.#leftOut.push({ label, at, reason });
    this.#forms.set(form, segments);
    this.#owners.set(`${endpoint.method} ${form}`, label);
    const { route, known } = this.#placeOf(operation, segments, path);
    const rest = path.slice(route.path.length);
    if (rest === "" && known === null) return void route.own.push(endpoint);
    const key = `${known ?? ""} ${rest}`;
    const place = route.places.get(key) ?? { path: rest, operations: [], endpoints: [], known };
    route.places.set(key, place);
    place.operations.push(operation);
    place.endpoints.push(endpoint);
  }

  /**
   * Returns the route of an operation, and the name of its subroute in a document that Layerwright
   * wrote.
   */
  #placeOf({ place }: ImportedOperation, segments: readonly PathSegment[], path: string) {
    const own = place === null ? undefined : this.#routes.get(`=${place.route}`);
    if (own !== undefined && place !== null && `${path}/`.startsWith(`${own.path}/`)) {
      return { route: own, known: keptName(own, place.subroute, path) };
    }
    const literals = segments.findIndex((each) => typeof each !== "string");
    const most = (literals === -1 ? segments.length : literals) - 1;
    const prefix = segments.slice(0, most + 1).map(String);
    const general = prefix.findIndex((each) => !GENERAL.test(each));
    const at = Math.min(most, Math.max(this.#shared, general === -1 ? most : general));
    const routePath = normalPath(segments.slice(0, at + 1));
    const known = this.#routes.get(routePath);
    if (known !== undefined) return { route: known, known: null };
    const names = [prefix[at] ?? "", prefix.slice(0, at + 1).join("_")].map(pythonName);
    const name = this.#names.take(names);
    const route: Route = {
      name,
      path: routePath,
      own: [],
      places: new Map(),
      kept: new Map(),
    };
    this.#routes.set(routePath, route);
    return { route, known: null };
  }

  result(): ImportedRoutes {
    const routes = [...this.#routes.values()].filter(({ own, places }) =>
      own.length + places.size > 0
    )
      .map((route): RouteSpec => ({
        name: route.name,
        path: route.path,
        endpoints: route.own,
        subroutes: ordered(namedPlaces(route), this.#known.get(route.name)?.subroutes ?? []),
      }));
    return { routes, leftOut: this.#leftOut };
  }
}

function problemOf([first]: readonly PathSegment[], path: string): string | null {
  if (typeof first !== "string") return "its path begins with a parameter";
  if (path === HEALTH_URL) return "every project has a health check at this path";
  return path.length > MAX_PATH_LENGTH ? `its path exceeds ${MAX_PATH_LENGTH} characters` : null;
}

/**
 * Returns the name that a document from Layerwright gives to a subroute; `null` if the name is not
 * valid there. In an edited document, several paths can have the same name. Only the first path
 * keeps it.
 */
function keptName({ name: route, kept }: Route, name: string | null, path: string): string | null {
  if (name === null || subrouteNameProblem(name, route) !== null) return null;
  const owner = kept.get(name) ?? path;
  kept.set(name, owner);
  return owner === path ? name : null;
}

function namedPlaces({ name: route, places }: Route): readonly SubrouteSpec[] {
  const names = new FreeNames(FILE_NAMES);
  for (const { known } of places.values()) if (known !== null) names.add(known);
  return [...places.values()].map(({ path, operations, endpoints, known }) => {
    return { name: known ?? names.take(namesOf(route, path, operations)), path, endpoints };
  });
}

/**
 * Returns possible names for a subroute: its path if that is a name, then names from operation ids,
 * then one from the path.
 */
function namesOf(
  route: string,
  path: string,
  operations: readonly ImportedOperation[],
): readonly string[] {
  const segment = path.slice(1);
  const ids = operations.toSorted((one, other) => Number(isGet(other)) - Number(isGet(one)));
  return [
    ...(subrouteNameProblem(segment, route) === null ? [segment] : []),
    ...ids.flatMap(({ id }) => operationName(id ?? "", route) ?? []),
    pathName(path),
  ];
}

function isGet({ endpoint }: ImportedOperation): boolean {
  return endpoint.method === "GET";
}

/** Sorts subroutes in the order that a document from Layerwright records. */
function ordered(
  subroutes: readonly SubrouteSpec[],
  names: readonly string[],
): readonly SubrouteSpec[] {
  const places = new Map(names.map((name, index) => [name, index]));
  const place = ({ name }: SubrouteSpec) => places.get(name) ?? Infinity;
  return places.size === 0 ? subroutes : subroutes.toSorted((one, other) => {
    const [a, b] = [place(one), place(other)];
    return a === b ? 0 : a - b;
  });
}
