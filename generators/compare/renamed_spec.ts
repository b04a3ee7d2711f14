/** Specs that still have the names that a project had before `rename`. */

import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { Records } from "../../project/records/records.ts";
import type { RenamedPart, RouteRecord } from "../../project/records/route_record.ts";
import type { ApiSpec, RouteSpec } from "../../spec/api_spec.ts";
import { type Endpoint, routeEndpoints } from "../code/endpoint.ts";
import { RemovedEndpoints } from "./removed_endpoints.ts";
import { withRecordedSubroutes } from "./recorded_subroutes.ts";

/** A spec, with the names that routes and subroutes have in the project. */
export interface FollowedSpec {
  readonly spec: ApiSpec;
  /** The names in the spec that the project has under other names. */
  readonly renamed: readonly RenamedPart[];
}

/**
 * Gives the routes and subroutes of a spec the names that `rename` gave them in the project. The
 * old name stays if the spec also has the new name, or if other code in the project has the old
 * name now.
 *
 * @example
 * ```ts
 * import { EMPTY_MANIFEST } from "../../project/records/manifest.ts";
 * import { parseRouteRecord } from "../../project/records/route_record.ts";
 * import { followRenames } from "./renamed_spec.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const record = parseRouteRecord(
 *   "renamed products catalog\n\nendpoint GET /catalog - spec\n",
 *   "catalog",
 * );
 * const records = { manifest: EMPTY_MANIFEST, routes: new Map([["catalog", record]]) };
 * const endpoints = [{ method: "GET", status: 200, mock: null }] as const;
 * const products = { name: "products", path: "/products", endpoints, subroutes: [] };
 * const { spec } = followRenames({ description: null, routes: [products] }, records);
 * deepEqual(spec.routes.map(({ name }) => name), ["catalog"]);
 * ```
 */
export function followRenames(spec: ApiSpec, records: Records | null): FollowedSpec {
  const known = records?.routes ?? new Map<string, RouteRecord>();
  const names = routeNames(spec.routes, known);
  const renamed: RenamedPart[] = [...names].map(([from, to]) => ({ from, to }));
  const routes = spec.routes.map((route) => {
    const name = names.get(route.name) ?? route.name;
    const record = known.get(name);
    if (record === undefined) return route;
    const subroutes = subrouteNames(renamedPlace(route, name), record);
    for (const [from, to] of subroutes) {
      renamed.push({ from: `${route.name}/${from}`, to: `${name}/${to}` });
    }
    if (name === route.name && subroutes.size === 0) return withRecordedSubroutes(route, record);
    const followed = {
      ...renamedPlace(route, name),
      subroutes: route.subroutes.map((each) =>
        renamedPlace(each, subroutes.get(each.name) ?? each.name)
      ),
    };
    return withRecordedSubroutes(followed, record);
  });
  const isSame = routes.every((route, index) => route === spec.routes[index]);
  return { spec: isSame ? spec : { ...spec, routes }, renamed };
}

/**
 * Returns a route or a subroute under another name. A path that differs from the old name stays.
 */
export function renamedPlace<Place extends { readonly name: string; readonly path: string }>(
  place: Place,
  name: string,
): Place {
  const path = place.path === `/${place.name}` ? `/${name}` : place.path;
  return { ...place, name, path };
}

/** Returns the notes that a spec has names from before `rename`. */
export function renamedNotes({ renamed }: FollowedSpec): readonly Diagnostic[] {
  return renamed.map(({ from, to }) =>
    info("spec-renamed", `'${from}' in the spec is '${to}' in the project`, {
      hint: "Rename it in the spec, too",
    })
  );
}

/** Returns the project's names for routes that have another name in the spec. */
function routeNames(
  routes: readonly RouteSpec[],
  known: ReadonlyMap<string, RouteRecord>,
): ReadonlyMap<string, string> {
  const wanted = new Map(routes.map((route) => [route.name, route]));
  const found = new Map<string, string>();
  for (const [to, record] of known) {
    if (wanted.has(to)) continue;
    const from = record.renamed.map((each) => each.from)
      .findLast((each) => wanted.has(each) && !hasEndpoints(known.get(each)));
    const route = wanted.get(from ?? "");
    if (route === undefined || found.has(route.name)) continue;
    const place = renamedPlace(route, to);
    const isSame = hasEndpoints(record)
      ? record.endpoints.some(({ origin }) => origin === "spec") ||
        routeEndpoints(place).some((each) => isRemoved([each], record))
      : isRemoved(ownEndpoints(place), record);
    if (isSame) found.set(route.name, to);
  }
  return found;
}

/** Returns the endpoints at the route's own path or, if there are none, those of its subroutes. */
function ownEndpoints(route: RouteSpec): readonly Endpoint[] {
  const isOwn = route.endpoints.length > 0;
  return routeEndpoints(isOwn ? { ...route, subroutes: [] } : route);
}

/** Returns the project's names for subroutes of a route that have another name in the spec. */
function subrouteNames(
  route: RouteSpec,
  record: RouteRecord,
): ReadonlyMap<string, string> {
  const next = new Map(record.renamed.flatMap(({ from, to }) => {
    const [, old] = from.split("/");
    const [, now] = to.split("/");
    return old === undefined || now === undefined ? [] : [[old, now] as const];
  }));
  const { subroutes } = route;
  const wanted = new Set(subroutes.map(({ name }) => name));
  const recorded = new Set(record.endpoints.map(({ subroute }) => subroute));
  const found = new Map<string, string>();
  for (const subroute of subroutes) {
    const { name } = subroute;
    if (recorded.has(name)) continue;
    const now = last(next, name);
    if (now === name || wanted.has(now)) continue;
    const isSame = recorded.has(now) ||
      isRemoved(
        routeEndpoints({ ...route, endpoints: [], subroutes: [renamedPlace(subroute, now)] }),
        record,
      );
    if (!isSame) continue;
    found.set(name, now);
    wanted.add(now);
  }
  return found;
}

/** Returns the newest name of something that was renamed, possibly several times. */
function last(next: ReadonlyMap<string, string>, name: string): string {
  let found = name;
  for (let steps = 0; steps <= next.size; steps++) found = next.get(found) ?? found;
  return found;
}

/** Reports whether a command removed these endpoints, and the spec has not changed them since. */
function isRemoved(endpoints: readonly Endpoint[], record: RouteRecord): boolean {
  const removed = new RemovedEndpoints([["", record]]);
  return endpoints.every((each) => removed.has(each));
}

function hasEndpoints(record: RouteRecord | undefined): boolean {
  return record !== undefined && record.endpoints.length > 0;
}
