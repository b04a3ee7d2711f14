/** The names of the functions that recorded endpoints have. */

import { requestKey } from "../../project/layout/url_paths.ts";
import type { FunctionNames, LayerName } from "../../project/layout/layers.ts";
import {
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { ownName } from "../../python/symbols.ts";
import { type Endpoint, freeHandlerName, keyOf } from "../code/endpoint.ts";

/** The layers of an endpoint's functions, and what {@linkcode FunctionNames} call them. */
const FUNCTIONS: readonly (readonly [LayerName, keyof FunctionNames])[] = [
  ["route", "handler"],
  ["service", "serviceMethod"],
  ["repository", "repositoryMethod"],
  ["test", "testName"],
];

function namesOf({ definitions }: EndpointRecord): Partial<FunctionNames> {
  return Object.fromEntries(FUNCTIONS.flatMap(([layer, key]) => {
    const found = definitions.find((each) => each.layer === layer);
    return found === undefined ? [] : [[key, ownName(found.name)]];
  }));
}

/**
 * Gives recorded endpoints the names under which their functions were generated. If people guarded
 * or edited a handler and its spec gets another method, the handler keeps its name, which a new
 * endpoint must not take, also if the spec no longer has the handler's endpoint.
 */
export function withRecordedFunctions(
  endpoints: readonly Endpoint[],
  record: RouteRecord,
): readonly Endpoint[] {
  const recorded = new Map(record.endpoints.map((each) => [endpointKey(each), namesOf(each)]));
  const taken = new Set(
    endpoints.flatMap((endpoint) => {
      const names = Object.entries(recorded.get(keyOf(endpoint)) ?? {});
      return names.some(([key, name]) => endpoint[key as keyof FunctionNames] !== name)
        ? names.map(([, name]) => name)
        : [];
    }),
  );
  const wanted = new Set(endpoints.map(keyOf));
  for (const each of record.endpoints) {
    if (wanted.has(endpointKey(each))) continue;
    const names = new Set(Object.values(namesOf(each)));
    const isKept = endpoints.some(({ method, handler }) =>
      method !== each.method && names.has(handler)
    );
    if (isKept) { for (const name of names) taken.add(name); }
  }
  if (taken.size === 0) return endpoints;
  const named = endpoints.map((each): Endpoint => {
    const names = recorded.get(keyOf(each)) ??
      Object.fromEntries(FUNCTIONS.map(([, key]) => [key, freeHandlerName(each[key], taken)]));
    return { ...each, ...names };
  });
  const items = new Map(named.map((each) => [requestKey(each.method, each.rule), each]));
  return named.map((each) => {
    const { created } = each;
    if (created === null) return each;
    const { handler = created.handler } = items.get(requestKey("GET", created.rule)) ?? {};
    return { ...each, created: { ...created, handler } };
  });
}
