/** The handlers of a project, and the endpoints that they serve. */

import type { Snapshot } from "../../core/change_set.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { AnalyzedRoute } from "../../project/routing/analysis.ts";
import { flaskModuleIn } from "../../project/routing/flask_module.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { EndpointRecord } from "../../project/records/route_record.ts";
import type { Endpoint } from "../code/endpoint.ts";

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

/** An endpoint as the spec wants it, and as it was recorded. At most one of the two is `null`. */
export interface Paired {
  readonly route: string;
  readonly wanted: Endpoint | null;
  readonly recorded: EndpointRecord | null;
}

/** The handlers of a project. Each handler belongs to at most one endpoint. */
export class Handlers<Pair extends Paired> {
  readonly #all: readonly Handler[];
  readonly #byKey: ReadonlyMap<string, readonly Handler[]>;
  readonly #byRoute: ReadonlyMap<string, readonly Handler[]>;
  /** The handlers that belong to no endpoint yet, by name. */
  readonly #free: ReadonlyMap<string, Set<Handler>>;
  readonly #found = new Map<Pair, Handler>();
  #rules: ReadonlySet<string> | undefined;

  /**
   * @param pairs All endpoints that may have a handler.
   * @param python The project's Python files.
   */
  constructor(
    routes: readonly AnalyzedRoute[],
    pairs: readonly Pair[],
    private readonly python: Snapshot = new Map(),
  ) {
    this.#all = routes.flatMap(({ name: route, endpoints }) =>
      endpoints.flatMap(({ methods, ...rest }) =>
        (methods ?? ["?"]).map((method) => ({ route, method, ...rest }))
      )
    );
    this.#byKey = Map.groupBy(this.#all, ({ method, path }) => requestKey(method, path ?? "?"));
    this.#byRoute = Map.groupBy(this.#all, ({ route, handler }) => `${route} ${handler}`);
    const byName = Map.groupBy(this.#all, ({ handler }) => handler);
    this.#free = new Map([...byName].map(([name, found]) => [name, new Set(found)]));
    for (const pair of pairs) this.#use(pair, this.#serving(pair));
    for (const pair of pairs) if (!this.#found.has(pair)) this.#use(pair, this.#named(pair));
  }

  /** Returns the handler of an endpoint; `null` if there is none. */
  of(pair: Pair): Handler | null {
    return this.#found.get(pair) ?? null;
  }

  /** Reports whether any handler serves an endpoint, or has its rule in the module of its route. */
  serves({ route, method, prefix, rule }: Endpoint): boolean {
    this.#rules ??= new Set(rulesInModules(this.python));
    const isServed = this.#byKey.get(requestKey(method, prefix + rule))
      ?.some(({ registered }) => registered);
    return isServed || this.#rules.has(`${route} ${requestKey(method, rule)}`);
  }

  /** Returns the handlers that belong to no endpoint. */
  rest(): readonly Handler[] {
    return this.#all.filter((each) => this.#isFree(each));
  }

  #use(pair: Pair, handler: Handler | undefined): void {
    if (handler === undefined) return;
    this.#free.get(handler.handler)?.delete(handler);
    this.#found.set(pair, handler);
  }

  #isFree(handler: Handler): boolean {
    return this.#free.get(handler.handler)?.has(handler) ?? false;
  }

  /**
   * Finds the handler that serves an endpoint: as the spec wants it, or as it was recorded. Of
   * several handlers with its path, prefers the recorded one.
   */
  #serving({ route, wanted, recorded }: Pair): Handler | undefined {
    const keys = new Set([
      ...(wanted === null ? [] : [requestKey(wanted.method, pathOf(wanted))]),
      ...(recorded === null ? [] : [requestKey(recorded.method, recorded.path)]),
    ]);
    const free = [...keys].flatMap((key) => this.#byKey.get(key) ?? [])
      .filter((each) => this.#isFree(each));
    const found = free.find(({ registered }) => registered) ?? free[0];
    if (found === undefined || free.length === 1) return found;
    const key = requestKey(found.method, found.path ?? "?");
    const name = handlerName(recorded);
    const own = free.find((each) =>
      each.handler === name && each.route === route && each.registered === found.registered &&
      requestKey(each.method, each.path ?? "?") === key
    );
    return own ?? found;
  }

  /** Finds the handler with the recorded name, which may have another method or path now. */
  #named({ route, recorded }: Pair): Handler | undefined {
    const name = handlerName(recorded) ?? "";
    const own = this.#byRoute.get(`${route} ${name}`)?.find((each) => this.#isFree(each));
    const free = this.#free.get(name);
    return own ?? (free?.size === 1 ? free.values().next().value : undefined);
  }
}

/** Returns the rules of the handlers in each route's module. */
function rulesInModules(files: Snapshot): readonly string[] {
  return [...files.keys()].flatMap((path) => {
    const route = DEFAULT_LAYOUT.routeOf(path);
    if (route === null) return [];
    return flaskModuleIn(files, path).endpoints.flatMap(({ methods, rule }) =>
      (methods ?? []).map((method) => `${route} ${requestKey(method, rule ?? "?")}`)
    );
  });
}

/** Returns the full path of an endpoint. */
export function pathOf({ prefix, rule }: Pick<Endpoint, "prefix" | "rule">): string {
  return prefix + rule;
}

/** Returns the recorded name of an endpoint's handler. */
export function handlerName(record: EndpointRecord | null): string | undefined {
  return record?.definitions.find(({ layer }) => layer === "route")?.name;
}
