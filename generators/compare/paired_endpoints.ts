/** Pairs the endpoints of a spec with the recorded ones. */

import type { Project } from "../../project/project.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { Records } from "../../project/records/records.ts";
import {
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { isDecided } from "../code/endpoint_input.ts";
import { hasCode } from "./generated_definitions.ts";
import { handlerName, type Paired, pathOf } from "./handlers.ts";
import { RemovedEndpoints } from "./removed_endpoints.ts";

/** The endpoints to pair, and the project that has their code. */
export interface PairedInput {
  readonly project: Project;
  /** The records; by default, those in the project. `null` if there are none. */
  readonly records?: Records | null;
  /** The endpoints of the spec; `null` without a spec. */
  readonly wanted: readonly Endpoint[] | null;
}

interface Recorded {
  readonly route: string;
  readonly record: EndpointRecord;
  /** The key of its request. */
  readonly key: string;
}

/**
 * Pairs the spec's endpoints with the recorded ones by method and path, ignoring the names of
 * parameters. Then pairs new endpoints of a route or subroute with its recorded endpoints that the
 * spec no longer has.
 */
export function pairedEndpoints(
  { project, records = project.records, wanted: endpoints }: PairedInput,
): readonly (Paired & { readonly isRemoved: boolean })[] {
  const routes: ReadonlyMap<string, RouteRecord> = records?.routes ?? new Map();
  const recorded: readonly Recorded[] = [...routes].flatMap(([route, { endpoints }]) =>
    endpoints.map((record) => ({ route, record, key: requestKey(record.method, record.path) }))
  );
  const known = new RecordsByRequest(recorded, project);
  const removed = new RemovedEndpoints(routes);
  const wanted = (endpoints ?? []).map((endpoint) => {
    const from = removed.routesOf(endpoint);
    const key = requestKey(endpoint.method, pathOf(endpoint));
    const found = known.of(endpoint, key);
    // An endpoint that was removed from another route stays removed, unless it has a record again.
    const isRemoved = from.includes(endpoint.route) || from.length > 0 && found === undefined;
    return { endpoint, key, isRemoved, found: isRemoved ? undefined : found };
  });
  const used = new Set(wanted.flatMap(({ found }) => found ?? []));
  const keys = new Set(wanted.map(({ key }) => key));
  const dropped = Map.groupBy(
    recorded.filter((each) =>
      each.record.origin === "spec" && !keys.has(each.key) && hasCode(each.record)
    ),
    ({ route, record: { subroute } }) => placeOf({ route, subroute }),
  );
  const added = Map.groupBy(
    wanted.filter(({ found, isRemoved }) => found === undefined && !isRemoved)
      .map(({ endpoint }) => endpoint),
    placeOf,
  );
  const other = new Map(
    [...dropped].flatMap(([place, records]) => pairedInPlace(added.get(place) ?? [], records))
      .filter(([endpoint, recorded]) => !known.areApart(endpoint, recorded)),
  );
  for (const each of other.values()) used.add(each);
  return [
    ...wanted.map(({ endpoint, found = other.get(endpoint), isRemoved }) => ({
      route: found?.route ?? endpoint.route,
      wanted: endpoint,
      recorded: found?.record ?? null,
      isRemoved,
    })),
    ...recorded.filter((each) => !used.has(each))
      .map(({ route, record }) => ({ route, wanted: null, recorded: record, isRemoved: false })),
  ];
}

/** The recorded endpoints by their requests. Several routes can record one request. */
class RecordsByRequest {
  readonly #byKey: ReadonlyMap<string, readonly Recorded[]>;
  #served: ReadonlySet<string> | undefined;
  #requests: ReadonlySet<string> | undefined;

  constructor(recorded: readonly Recorded[], private readonly project: Project) {
    this.#byKey = Map.groupBy(recorded, ({ key }) => key);
  }

  /**
   * Finds the record of an endpoint, preferably one whose handler serves it, with the same
   * parameters, and in its own route.
   *
   * @param key The key of its request.
   */
  of(endpoint: Endpoint, key: string): Recorded | undefined {
    const all = this.#byKey.get(key) ?? [];
    if (all.length < 2) return all[0];
    const serving = all.filter((each) => this.#serves(each));
    const found = serving.length === 0 ? all : serving;
    const exact = found.filter(({ record }) => endpointKey(record) === keyOf(endpoint));
    const isOwn = ({ route }: Recorded) => route === endpoint.route;
    return exact.find(isOwn) ?? exact.at(-1) ?? found.find(isOwn) ?? found.at(-1);
  }

  /**
   * Reports whether code of people's serves an endpoint beside a recorded handler that is as it was recorded. The
   * endpoint did not come from the recorded one then.
   */
  areApart(endpoint: Endpoint, recorded: Recorded): boolean {
    if (isDecided(endpoint, recorded.record.kept)) return false;
    this.#requests ??= new Set(
      this.project.routes.flatMap(({ endpoints }) =>
        endpoints.filter(({ registered }) => registered).flatMap(({ methods, path }) =>
          (methods ?? []).map((method) => requestKey(method, path ?? "?"))
        )
      ),
    );
    return this.#requests.has(requestKey(endpoint.method, pathOf(endpoint))) &&
      this.#serves(recorded);
  }

  /** Reports whether the recorded handler still serves the recorded request. */
  #serves(recorded: Recorded): boolean {
    this.#served ??= new Set(
      this.project.routes.flatMap(({ name, endpoints }) =>
        endpoints.flatMap(({ methods, path, handler }) =>
          (methods ?? []).map((method) => `${name} ${handler} ${requestKey(method, path ?? "?")}`)
        )
      ),
    );
    const { route, record, key } = recorded;
    return this.#served.has(`${route} ${handlerName(record)} ${key}`);
  }
}

/** Pairs endpoints with the records that people decided to keep instead, then all others. */
function pairedInPlace(
  endpoints: readonly Endpoint[],
  records: readonly Recorded[],
): readonly (readonly [Endpoint, Recorded])[] {
  const kept = new Map(records.flatMap((each) => {
    const endpoint = endpoints.find((wanted) => isDecided(wanted, each.record.kept));
    return endpoint === undefined ? [] : [[endpoint, each]];
  }));
  const used = new Set<unknown>([...kept].flat());
  return [
    ...kept,
    ...pairedByMethod(
      endpoints.filter((each) => !used.has(each)),
      records.filter((each) => !used.has(each)),
    ),
  ];
}

/**
 * Pairs endpoints of the same method. If that leaves one endpoint and one record, they are a pair,
 * too.
 */
function pairedByMethod(
  endpoints: readonly Endpoint[],
  records: readonly Recorded[],
): readonly (readonly [Endpoint, Recorded])[] {
  const byMethod = Map.groupBy(records, ({ record }) => record.method);
  const wanted = Map.groupBy(endpoints, ({ method }) => method);
  const pairs: (readonly [Endpoint, Recorded])[] = [];
  for (const [method, [endpoint, ...more]] of wanted) {
    const [record, ...others] = byMethod.get(method) ?? [];
    const isOnly = more.length === 0 && others.length === 0;
    if (endpoint !== undefined && record !== undefined && isOnly) pairs.push([endpoint, record]);
  }
  const used = new Set<unknown>(pairs.flat());
  const [endpoint, ...more] = endpoints.filter((each) => !used.has(each));
  const [record, ...others] = records.filter((each) => !used.has(each));
  const isPair = more.length === 0 && others.length === 0;
  if (isPair && endpoint !== undefined && record !== undefined) pairs.push([endpoint, record]);
  return pairs;
}

/** Returns a key that is equal for endpoints of the same route or subroute. */
function placeOf({ route, subroute }: Pick<Endpoint, "route" | "subroute">): string {
  return `${route} ${subroute ?? ""}`;
}
