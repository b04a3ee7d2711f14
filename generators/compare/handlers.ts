/** The handlers of a project, and the endpoints that they serve. */

import type { Snapshot } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import type { AnalyzedRoute } from "../../project/routing/analysis.ts";
import { flaskModuleIn } from "../../project/routing/flask_module.ts";
import { requestKey } from "../../project/layout/url_paths.ts";
import type { DefinitionRecord, EndpointRecord } from "../../project/records/route_record.ts";
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

/** The records of endpoints, for those whose handlers have neither their path nor their name. */
export interface RecordedHandlers {
  /** Finds the recorded handler under its name now; `null` if the code lacks it. */
  find(
    route: string,
    record: EndpointRecord,
  ): { readonly path: string; readonly name: string } | null;
  /** Returns the recorded rule below the prefix of the route; `null` if it is not below. */
  rule(route: string, record: EndpointRecord): string | null;
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
  #byRule: ReadonlyMap<string, readonly Handler[]> | undefined;

  /**
   * @param pairs All endpoints that may have a handler.
   * @param python The project's Python files.
   * @param recorded Knows the records of endpoints.
   */
  constructor(
    routes: readonly AnalyzedRoute[],
    pairs: readonly Pair[],
    private readonly python: Snapshot = new Map(),
    private readonly recorded: RecordedHandlers = { find: () => null, rule: () => null },
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
    for (const find of [this.#named, this.#withCode, this.#atRule, this.#anywhere]) {
      for (const pair of pairs) if (!this.#found.has(pair)) this.#use(pair, find.call(this, pair));
    }
  }

  /** Returns the handler of an endpoint; `null` if there is none. */
  of(pair: Pair): Handler | null {
    return this.#found.get(pair) ?? null;
  }

  /** Reports whether any handler serves an endpoint, or has its rule in the module of its route. */
  serves({ route, method, prefix, rule }: Endpoint): boolean {
    this.#rules ??= new Set(rulesInModules(this.python));
    return this.answers(method, prefix + rule) ||
      this.#rules.has(`${route} ${requestKey(method, rule)}`);
  }

  /** Reports whether any handler answers a request. */
  answers(method: string, path: string): boolean {
    return this.#byKey.get(requestKey(method, path))?.some(({ registered }) => registered) ?? false;
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

  /** Finds the handler with the recorded name in its route, which may have another method or path now. */
  #named({ route, recorded }: Pair): Handler | undefined {
    const name = handlerName(recorded) ?? "";
    return this.#byRoute.get(`${route} ${name}`)?.find((each) => this.#isFree(each));
  }

  /** Finds the handler with the recorded code, which may have another name now. */
  #withCode({ route, recorded }: Pair): Handler | undefined {
    const found = recorded === null ? null : this.recorded.find(route, recorded);
    return found === null
      ? undefined
      : this.#free.get(found.name)?.values().find(({ file }) => file === found.path);
  }

  /** Finds the only handler with the recorded name that no other endpoint has. */
  #anywhere({ recorded }: Pair): Handler | undefined {
    const free = this.#free.get(handlerName(recorded) ?? "");
    return free?.size === 1 ? free.values().next().value : undefined;
  }

  /** Finds the only handler that has the recorded rule in its route, at whatever prefix. */
  #atRule({ route, recorded }: Pair): Handler | undefined {
    const rule = recorded === null ? null : this.recorded.rule(route, recorded);
    if (recorded === null || rule === null) return undefined;
    const key = requestKey(recorded.method, rule);
    this.#byRule ??= handlersByRule(this.#all, this.python);
    const [found, other] = (this.#byRule.get(`${route} ${key}`) ?? [])
      .filter((each) => this.#isFree(each));
    return other === undefined ? found : undefined;
  }
}

/** Groups handlers by their route, method and rule. Leaves out those whose rule is unknown. */
function handlersByRule(
  handlers: readonly Handler[],
  files: Snapshot,
): ReadonlyMap<string, readonly Handler[]> {
  const found = [...Map.groupBy(handlers, ({ file }) => file)].flatMap(([file, own]) => {
    const rules = new Map(
      flaskModuleIn(files, projectPath(file)).endpoints.map(({ line, handler, rule }) =>
        [`${line} ${handler}`, rule] as const
      ),
    );
    return own.flatMap((each) => {
      const rule = rules.get(`${each.line} ${each.handler}`) ?? null;
      return rule === null ? [] : [{ each, key: `${each.route} ${requestKey(each.method, rule)}` }];
    });
  });
  return new Map(
    [...Map.groupBy(found, ({ key }) => key)].map((
      [key, all],
    ) => [key, all.map(({ each }) => each)]),
  );
}

/** Returns the rules of the handlers in each route's module, without those of other blueprints there. */
function rulesInModules(files: Snapshot): readonly string[] {
  return [...files.keys()].flatMap((path) => {
    const route = DEFAULT_LAYOUT.routeOf(path);
    if (route === null) return [];
    const { blueprints, endpoints } = flaskModuleIn(files, path);
    const own = blueprints.find(({ name }) => name === route)?.variable;
    const others = new Set(
      own === undefined ? [] : blueprints.map(({ variable }) => variable)
        .filter((variable) => variable !== own),
    );
    return endpoints.filter(({ blueprint }) => !others.has(blueprint))
      .flatMap(({ methods, rule }) =>
        (methods ?? []).map((method) => `${route} ${requestKey(method, rule ?? "?")}`)
      );
  });
}

/** Returns the rule of a handler in its module; `null` if static analysis cannot determine it. */
export function ruleOfHandler({ file, line, handler }: Handler, files: Snapshot): string | null {
  return flaskModuleIn(files, projectPath(file)).endpoints
    .find((each) => each.line === line && each.handler === handler)?.rule ?? null;
}

/** Returns the full path of an endpoint. */
export function pathOf({ prefix, rule }: Pick<Endpoint, "prefix" | "rule">): string {
  return prefix + rule;
}

/** Returns the recorded name of an endpoint's handler. */
export function handlerName(record: EndpointRecord | null): string | undefined {
  return record === null ? undefined : recordedHandler(record)?.name;
}

/** Returns the recorded handler of an endpoint. */
export function recordedHandler({ definitions }: EndpointRecord): DefinitionRecord | undefined {
  return definitions.find(({ layer }) => layer === "route");
}
