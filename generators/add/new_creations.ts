/** Finds the POST endpoints that create the items of GET endpoints. */

import { endpointKey, type RouteRecord } from "../../project/records/route_record.ts";

/**
 * Returns the keys of POST endpoints with a GET endpoint for items below their path, if one of the
 * two endpoints is new.
 */
export function newCreations(
  before: RouteRecord | undefined,
  after: RouteRecord | undefined,
): ReadonlySet<string> {
  const endpoints = after?.endpoints ?? [];
  const known = new Set(before?.endpoints.map(endpointKey));
  const items = new Map<string, boolean>();
  for (const each of endpoints) {
    const [, parent] = /^(.*)\/<[^/]*>$/.exec(each.path) ?? [];
    if (each.method !== "GET" || parent === undefined) continue;
    items.set(parent, (items.get(parent) ?? false) || !known.has(endpointKey(each)));
  }
  const creations = endpoints.filter((each) =>
    each.method === "POST" && items.has(each.path) &&
    (items.get(each.path) || !known.has(endpointKey(each)))
  );
  return new Set(creations.map(endpointKey));
}
