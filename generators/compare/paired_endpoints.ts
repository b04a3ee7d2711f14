/** Pairs the endpoints of the spec, the records and the code. */

import type { Analysis } from "../../project/routing/analysis.ts";
import type { Records } from "../../project/records/records.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { hasCode } from "./reconcile.ts";
import { pairedByMethod } from "./respecified.ts";
import { isDecided } from "../code/route_definitions.ts";

/** An endpoint as the spec wants it, and as it was recorded. At most one of the two is `null`. */
export interface Pair {
  readonly route: string;
  readonly endpoint: Endpoint | null;
  readonly record: EndpointRecord | null;
}

/**
 * Pairs the spec's endpoints with the recorded ones by method and path. Then pairs new endpoints of
 * a route or subroute with its recorded endpoints that the spec no longer has. The pairs with
 * endpoints of the spec come first, in the spec's order.
 *
 * @param records `null` if the project has no records.
 * @param wanted The endpoints of the spec; `null` without a spec.
 */
export function pairedEndpoints(
  records: Records | null,
  wanted: readonly Endpoint[] | null,
): readonly Pair[] {
  const recorded = [...records?.routes ?? []].flatMap(([route, { endpoints }]) =>
    endpoints.map((record) => ({ route, record }))
  );
  const byKey = new Map(
    recorded.map((each) => [requestKey(each.record.method, each.record.path), each]),
  );
  const used = new Set<EndpointRecord>();
  const pairs: Pair[] = [];
  const keyOf = (endpoint: Endpoint) => requestKey(endpoint.method, pathOf(endpoint));
  const removed = removedEndpoints(records);
  const unsettled = (wanted ?? []).filter((each) => {
    const routes = (removed.get(keyOf(each)) ?? []).filter(({ input }) => isDecided(each, input))
      .map(({ route }) => route);
    // An endpoint that was removed from another route stays removed, unless it has a record again.
    return !routes.includes(each.route) && (routes.length === 0 || byKey.has(keyOf(each)));
  });
  const keys = new Set((wanted ?? []).map(keyOf));
  const added = Map.groupBy(unsettled.filter((each) => !byKey.has(keyOf(each))), placeOf);
  const dropped = Map.groupBy(
    recorded.filter(({ record }) =>
      record.origin === "spec" && !keys.has(requestKey(record.method, record.path)) &&
      hasCode(record)
    ),
    ({ route, record: { subroute } }) => placeOf({ route, subroute }),
  );
  const paired = new Map(
    [...added].flatMap(([place, found]) =>
      pairedByMethod(found, (dropped.get(place) ?? []).map(({ record }) => record))
    ),
  );
  for (const endpoint of unsettled) {
    const known = byKey.get(keyOf(endpoint));
    const record = known?.record ?? paired.get(endpoint) ?? null;
    if (record !== null) used.add(record);
    pairs.push({ route: known?.route ?? endpoint.route, endpoint, record });
  }
  for (const { route, record } of recorded) {
    if (!used.has(record) && hasCode(record)) pairs.push({ route, endpoint: null, record });
  }
  return pairs;
}

interface RemovedInput {
  readonly route: string;
  readonly input: string;
}

/** Returns the endpoints that commands removed, by request. */
function removedEndpoints(
  records: Records | null,
): ReadonlyMap<string, readonly RemovedInput[]> {
  const all = [...records?.routes ?? []].flatMap(([route, { removed }]) =>
    removed.map(({ method, path, input }) => ({ route, input, key: requestKey(method, path) }))
  );
  return Map.groupBy(all, ({ key }) => key);
}

/** Returns a key that is equal for endpoints of the same route or subroute. */
function placeOf({ route, subroute }: Pick<Endpoint, "route" | "subroute">): string {
  return `${route} ${subroute ?? ""}`;
}

/** Returns the full path of an endpoint. */
export function pathOf({ prefix, rule }: Endpoint): string {
  return prefix + rule;
}

/** An endpoint in the code, with one of its methods. */
export interface Handler {
  readonly route: string;
  readonly method: string;
  readonly path: string | null;
  readonly handler: string;
  readonly file: string;
  readonly line: number;
  readonly registered: boolean;
}

/** The endpoints in the code. Each endpoint belongs to at most one pair. */
export class Handlers {
  readonly #all: readonly Handler[];
  readonly #byKey: ReadonlyMap<string, readonly Handler[]>;
  readonly #byName: ReadonlyMap<string, readonly Handler[]>;
  readonly #used = new Set<Handler>();

  constructor({ routes }: Pick<Analysis, "routes">) {
    this.#all = routes.flatMap(({ name: route, endpoints }) =>
      endpoints.flatMap(({ methods, ...rest }) =>
        (methods ?? ["?"]).map((method) => ({ route, method, ...rest }))
      )
    );
    this.#byKey = Map.groupBy(this.#all, ({ method, path }) => requestKey(method, path ?? "?"));
    this.#byName = Map.groupBy(this.#all, ({ handler }) => handler);
  }

  /**
   * Finds the handler that serves an endpoint: as the spec wants it, or as it was recorded. Of
   * several handlers with its path, prefers the recorded one.
   */
  serving({ route, endpoint, record }: Pair): Handler | undefined {
    const keys = [
      ...(endpoint === null ? [] : [requestKey(endpoint.method, pathOf(endpoint))]),
      ...(record === null ? [] : [requestKey(record.method, record.path)]),
    ];
    const free = keys.flatMap((key) => this.#byKey.get(key) ?? [])
      .filter((each) => !this.#used.has(each));
    const found = free.find(({ registered }) => registered) ?? free[0];
    if (found === undefined || free.length === 1) return this.#use(found);
    const key = requestKey(found.method, found.path ?? "?");
    const name = handlerName(record);
    const own = free.find((each) =>
      each.handler === name && each.route === route && each.registered === found.registered &&
      requestKey(each.method, each.path ?? "?") === key
    );
    return this.#use(own ?? found);
  }

  /** Finds the handler with the recorded name, which may have another method or path now. */
  named({ route, record }: Pair): Handler | undefined {
    const free = (this.#byName.get(handlerName(record) ?? "") ?? []).filter((each) =>
      !this.#used.has(each)
    );
    const own = free.filter((each) => each.route === route);
    return this.#use(own[0] ?? (free.length === 1 ? free[0] : undefined));
  }

  #use(handler: Handler | undefined): Handler | undefined {
    if (handler !== undefined) this.#used.add(handler);
    return handler;
  }

  /** Returns the handlers that belong to no pair. */
  rest(): readonly Handler[] {
    return this.#all.filter((each) => !this.#used.has(each));
  }
}

/** Returns the recorded name of an endpoint's handler. */
function handlerName(record: EndpointRecord | null): string | undefined {
  return record?.definitions.find(({ layer }) => layer === "route")?.name;
}
