/** Compares a project with its records and with a spec, endpoint by endpoint. */

import type { Project } from "../../project/project.ts";
import { MissingRegistrations } from "../../project/routing/missing_registration.ts";
import type { UnreadableFiles } from "../../project/problems/unreadable_files.ts";
import type { RouteHomes } from "../../project/homes/route_homes.ts";
import type { Records } from "../../project/records/records.ts";
import {
  definitionsIn,
  EMPTY_RECORD,
  endpointKey,
  type EndpointRecord,
  type RouteRecord,
} from "../../project/records/route_record.ts";
import { isPathBelow, requestKey } from "../../project/layout/url_paths.ts";
import { recordedPrefix, recordedRule } from "../../project/records/recorded_path.ts";
import { type Endpoint, keyOf } from "../code/endpoint.ts";
import { endpointSummary } from "../code/endpoint_summary.ts";
import type { EndpointSummary } from "../plans/plan.ts";
import { type ComparedCode, EndpointCase, type Pending } from "./endpoint_case.ts";
import { hasCode } from "./generated_definitions.ts";
import { handlerName, Handlers, type Paired, pathOf, recordedHandler } from "./handlers.ts";
import { isDecided } from "../code/endpoint_input.ts";
import type { EndpointState } from "./project_state.ts";
import { RemovedEndpoints } from "./removed_endpoints.ts";

/** A project, its records and a spec. */
export interface ComparedInput {
  readonly project: Project;
  /** The records; by default, those in the project. `null` if there are none. */
  readonly records?: Records | null;
  /** The endpoints of the spec; `null` without a spec. */
  readonly wanted: readonly Endpoint[] | null;
  /** Tells what a run would do with an endpoint beside code that people edited. By default, that is unknown. */
  readonly pending?: (endpoint: Endpoint) => Pending;
}

/** A compared project. The code is looked up on demand. */
export class ComparedProject {
  /**
   * The endpoints of the spec, in its order, then those that only records have. Each endpoint is
   * listed once.
   */
  readonly cases: readonly EndpointCase[];
  readonly #code: ComparedCode;
  #all: readonly EndpointCase[] | undefined;

  constructor(input: ComparedInput) {
    this.#code = new LazyCode(input, () => this.cases.filter(({ mayBeServed }) => mayBeServed));
    this.cases = paired(input).map((each) => new EndpointCase(each, this.#code));
  }

  /** The places of the code of recorded routes. */
  get homes(): RouteHomes {
    return this.#code.homes;
  }

  /** All endpoints: those of the spec and the records, then those that only the code has. */
  get all(): readonly EndpointCase[] {
    return this.#all ??= [
      ...this.cases,
      ...this.#code.handlers.rest().map((handler) =>
        new EndpointCase(
          { route: handler.route, wanted: null, recorded: null },
          this.#code,
          handler,
        )
      ),
    ];
  }
}

/** Pairs the endpoints of the spec, the records and the code. */
export function compareProject(input: ComparedInput): ComparedProject {
  return new ComparedProject(input);
}

/** Returns the cases of the spec's endpoints. */
export function wantedCases(
  { cases }: Pick<ComparedProject, "cases">,
): ReadonlyMap<Endpoint, EndpointCase> {
  return new Map(
    cases.flatMap((each) => each.wanted === null ? [] : [[each.wanted, each] as const]),
  );
}

/** Returns the rows of `status`. */
export function statesOf(cases: readonly EndpointCase[]): readonly EndpointState[] {
  return cases.flatMap(({ state }) => state ?? []);
}

/**
 * Summarizes the endpoints of the spec that a project serves, with the methods and paths in its
 * code.
 */
export function servedSummaries(cases: readonly EndpointCase[]): readonly EndpointSummary[] {
  return cases.flatMap(({ wanted, handler, method, path }) =>
    wanted !== null && handler?.registered ? [{ ...endpointSummary(wanted), method, path }] : []
  );
}

class LazyCode implements ComparedCode {
  readonly hasSpec: boolean;
  #handlers: Handlers<Paired> | undefined;
  #homes: RouteHomes | undefined;
  #registrations: MissingRegistrations | undefined;
  readonly #holding = new Map<string, boolean>();

  constructor(
    private readonly input: ComparedInput,
    private readonly pairs: () => readonly Paired[],
  ) {
    this.hasSpec = input.wanted !== null;
  }

  get handlers(): Handlers<Paired> {
    const { routes, python } = this.input.project;
    return this.#handlers ??= new Handlers(routes, this.pairs(), python, {
      find: (route, record) => {
        const recorded = recordedHandler(record);
        return recorded === undefined ? null : this.homes.find(route, recorded);
      },
      rule: (route, record) => {
        const prefix = recordedPrefix(route, this.homes.records.get(route) ?? EMPTY_RECORD);
        return isPathBelow(record.path, prefix) ? recordedRule(prefix, record) : null;
      },
    });
  }

  get homes(): RouteHomes {
    const { project, records = project.records } = this.input;
    if (records === project.records) return project.homes;
    return this.#homes ??= project.homesOf(records?.routes ?? new Map());
  }

  pending(endpoint: Endpoint): Pending | null {
    return this.input.pending?.(endpoint) ?? null;
  }

  mayHoldModels(route: string): boolean {
    const known = this.#holding.get(route);
    if (known !== undefined) return known;
    const { project, records = project.records } = this.input;
    const record = records?.routes.get(route) ?? EMPTY_RECORD;
    const foundIn = (layer: "model" | "route") =>
      [...definitionsIn(record, layer)].flatMap(([name, hash]) =>
        this.homes.find(route, { layer, name, hash }) ?? []
      );
    const found = foundIn("model");
    const files = new Set(found.map(({ path }) => path));
    const isEdited = found.length > 0 &&
      ([...found, ...foundIn("route")].some(({ edited }) => edited) ||
        [...files].some((path) =>
          this.homes.symbolsIn(path).keys().some((name) => name.includes("."))
        ));
    this.#holding.set(route, isEdited);
    return isEdited;
  }

  get unreadable(): UnreadableFiles {
    return this.input.project.unreadable;
  }

  get registrations(): MissingRegistrations {
    return this.#registrations ??= new MissingRegistrations(this.input.project.python);
  }
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
function paired(
  { project, records = project.records, wanted: endpoints }: ComparedInput,
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
    [...dropped].flatMap(([place, records]) => pairedInPlace(added.get(place) ?? [], records)),
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
