/** The route module that a new endpoint is added to. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import type { FlaskEndpoint } from "../../project/routing/flask_endpoint.ts";
import { type FlaskModule, readFlaskModule } from "../../project/routing/flask_module.ts";
import { blueprintVariable } from "../../project/layout/layout.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { bindings } from "../../python/bindings.ts";
import type { AppendOptions } from "../../python/edit.ts";
import type { Definition } from "../../python/outline.ts";
import { type PythonModule, readPython } from "../../python/python_module.ts";
import type { Neighbourhood } from "./neighbour.ts";
import { companionPaths } from "./route_companions.ts";
import { needsMoreModules, routePrefix } from "./route_prefix.ts";

export interface RouteModule {
  readonly module: PythonModule;
  /** The variable that holds the blueprint. */
  readonly blueprint: string;
  /** The blueprint's URL prefix. */
  readonly prefix: string;
  /** The modules with handlers of the blueprint, the route's own module first. */
  readonly handlers: readonly [Neighbourhood, ...Neighbourhood[]];
  /** The blueprint's endpoints, including endpoints in imported modules. */
  readonly endpoints: readonly FlaskEndpoint[];
  /** Position of the next handler. */
  readonly place: AppendOptions;
  /** The diagnostics about the blueprint. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the module of a route.
 *
 * @returns The module, or an error that explains why no endpoint can be added.
 */
export function readRouteModule(
  home: RouteHome,
  text: string,
  snapshot: Snapshot,
): RouteModule | Diagnostic {
  const { route, paths: { route: path } } = home;
  const module = readPython(text);
  const flask = readFlaskModule(text);
  const variables = topLevelBlueprints(module, flask);
  const blueprint = chooseBlueprint(module, variables, home);
  if (blueprint === null) return noBlueprint(path, route, variables);
  const own = flask.aliases.get(blueprint) ?? blueprint;
  const others = new Set(
    variables.map((name) => flask.aliases.get(name) ?? name).filter((name) => name !== own),
  );
  const companions = companionPaths(path, text).flatMap((path) => {
    const found = snapshot.get(path);
    return found === undefined ? [] : [{ path, text: found, flask: readFlaskModule(found) }];
  });
  const here = flask.endpoints.filter((each) => !others.has(each.blueprint));
  const elsewhere = companions.map(({ text, flask }) => ({
    module: readPython(text),
    flask,
    endpoints: flask.endpoints.filter(({ blueprint: name, origin }) =>
      [blueprint, own].includes((origin ?? name).split(".").at(-1) ?? "")
    ),
  }));
  return {
    module,
    blueprint,
    ...routePrefix({ route, variable: own, modules: [{ path, flask }, ...companions] }, snapshot),
    handlers: [{ module, flask, endpoints: here }, ...elsewhere],
    endpoints: [...here, ...elsewhere.flatMap(({ endpoints }) => endpoints)],
    place: handlerPlace(module, flask, here, [blueprint, own]),
  };
}

/**
 * Reports whether only other modules of the project can tell where the blueprint of a route is mounted.
 *
 * @param snapshot The module of the route, and the modules that register the blueprints of most projects.
 */
export function isMountedElsewhere(home: RouteHome, text: string, snapshot: Snapshot): boolean {
  const { route, paths } = home;
  const flask = readFlaskModule(text);
  const module = readPython(text);
  const blueprint = chooseBlueprint(module, topLevelBlueprints(module, flask), home);
  if (blueprint === null) return false;
  const variable = flask.aliases.get(blueprint) ?? blueprint;
  const modules = [{ path: paths.route, flask }] as const;
  return needsMoreModules({ route, variable, modules }, snapshot);
}

/**
 * Returns the known variable of the route's blueprint if the module binds it, otherwise the
 * variable of the only blueprint.
 */
function chooseBlueprint(
  module: PythonModule,
  variables: readonly string[],
  { blueprint: known }: RouteHome,
): string | null {
  const isBound = bindings(module).some(({ name, isTypeOnly }) => name === known && !isTypeOnly);
  if (isBound) return known;
  return variables.length === 1 ? variables[0] ?? null : null;
}

/** Returns the variables of a module that hold blueprints, also of those that a function creates. */
function topLevelBlueprints(
  module: PythonModule,
  { blueprints, aliases }: FlaskModule,
): string[] {
  const bound = bindings(module).map(({ name }) => name);
  const names = new Set(bound);
  // The first of several variables that hold the same blueprint.
  const holders = new Map(bound.toReversed().map((name) => [aliases.get(name), name]));
  const found = blueprints.flatMap(({ variable }) =>
    names.has(variable) ? variable : holders.get(variable) ?? []
  );
  return [...new Set(found)];
}

function noBlueprint(path: string, route: string, variables: readonly string[]): Diagnostic {
  const name = blueprintVariable(route);
  if (variables.length === 0) {
    const message = `Found no blueprint in ${path}.`;
    const hint = `Assign it to '${name}' at the top level, or add the endpoint by hand`;
    return error("python-unclear", message, { hint });
  }
  const message = `Found ${variables.length} blueprints in ${path}: ${variables.join(", ")}.`;
  return error("python-unclear", message, { hint: `To choose a blueprint, name it '${name}'` });
}

/**
 * Returns the position below the last handler. Without handlers, the position is above any
 * registration of the blueprint.
 */
function handlerPlace(
  module: PythonModule,
  { registrations }: FlaskModule,
  endpoints: readonly FlaskEndpoint[],
  names: readonly string[],
): AppendOptions {
  const after = lastHandler(module, endpoints);
  if (after !== undefined) return { after };
  const rows = new Set(
    registrations.filter(({ blueprint }) => names.includes(blueprint)).map(({ line }) => line),
  );
  const before = module.lines.findIndex(({ indent, row }) => indent === 0 && rows.has(row));
  return before === -1 ? {} : { before };
}

function lastHandler(
  { definitions, lines }: PythonModule,
  endpoints: readonly FlaskEndpoint[],
): Definition | undefined {
  const rows = new Set(endpoints.map(({ line }) => line));
  return definitions.findLast(({ kind, decorators, header }) =>
    kind === "function" && lines[header]?.indentation === "" &&
    decorators.some((index) => rows.has(lines[index]?.row ?? 0))
  );
}

/** Returns the names that the module binds, and its explicit endpoint names. */
export function takenNames(module: PythonModule): ReadonlySet<string> {
  const named = [...module.source.matchAll(ENDPOINT_NAME)].map(([, , name = ""]) => name);
  return new Set([...bindings(module).map(({ name }) => name), ...named]);
}

/** Matches `endpoint="name"` and `add_url_rule("/rule", "name", ...)`. */
const ENDPOINT_NAME = /(?:\bendpoint\s*=\s*|\badd_url_rule\([^()]*?)(["'])(\w+)\1/g;
