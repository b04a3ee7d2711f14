/** Static analysis of a Flask project: its endpoints and its problems. */

import type { Snapshot } from "../../core/change_set.ts";
import { type ProjectPath, projectPath } from "../../core/project_path.ts";
import { bindings } from "../../python/bindings.ts";
import { readPython } from "../../python/python_module.ts";
import { HEALTH_URL } from "../../spec/spec_path.ts";
import { layoutOf } from "../layout/layout_of.ts";
import { fileSymbols } from "../facts/file_symbols.ts";
import { CertainMounts } from "./certain_mounts.ts";
import type { FlaskEndpoint } from "./flask_endpoint.ts";
import {
  blueprintVariable,
  DEFAULT_LAYOUT,
  DOCS_BLUEPRINT,
  isInTests,
  type Layout,
} from "../layout/layout.ts";
import { type FlaskBlueprint, flaskModuleIn, readFlaskModule } from "./flask_module.ts";
import { registeringPackages, registersModules } from "./registering_package.ts";
import {
  joinPaths,
  MountedBlueprints,
  type RouterName,
  type RoutingModule,
} from "./mounted_blueprints.ts";
import { hiddenHandlers, repeatedHandlers, sharedRequests } from "./repeated_handlers.ts";
import { undefinedBlueprints } from "./undefined_blueprints.ts";
import { ViewMethods } from "./view_methods.ts";
import { OtherFrameworks, unreadRegistrations, type UnreadRoutes } from "./unread_routes.ts";

/** An endpoint in the code. */
export interface AnalyzedEndpoint {
  /** HTTP methods in upper case; `null` if static analysis cannot determine them. */
  readonly methods: readonly string[] | null;
  /** The full URL path; `null` if static analysis cannot determine it. */
  readonly path: string | null;
  /** Name of the handler function. */
  readonly handler: string;
  /** Relative to the project's root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Whether the application serves it. `false` if nothing registers its blueprint. */
  readonly registered: boolean;
}

/** The endpoints of a blueprint or an application in one file. */
export interface AnalyzedRoute {
  /** The route's name in the generated layout; otherwise the blueprint's name or variable. */
  readonly name: string;
  /** Relative to the project's root. */
  readonly file: string;
  /** In source order. */
  readonly endpoints: readonly AnalyzedEndpoint[];
}

/** A problem in a file. */
export interface Problem {
  /** Relative to the project's root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Short description. */
  readonly message: string;
  /** The file that is missing; absent if none is. */
  readonly missing?: string;
  /** The command that brings the missing file back; absent if there is none. */
  readonly hint?: string;
}

/** The result of {@linkcode analyzeFiles}. */
export interface Analysis {
  /** Sorted by file. */
  readonly routes: readonly AnalyzedRoute[];
  /** Names of the classes in `api/models`, or in that folder of a moved app. */
  readonly models: readonly string[];
  /** Sorted by file. */
  readonly problems: readonly Problem[];
  /** The code that adds routes, or may add routes, that `routes` lacks. */
  readonly unread: readonly UnreadRoutes[];
  /** Number of the Python files that were read. */
  readonly files: number;
}

/**
 * Analyzes a project. Endpoints that its tests define do not count.
 *
 * @param files The project's Python files.
 */
export function analyzeFiles(files: Snapshot): Analysis {
  const routing = readRouting(files);
  const { modules, blueprints } = routing;
  const layout = layoutOf(files);
  const models = layout.folder("model");
  const owned = ownedIn(routing);
  const mounts = new CertainMounts(blueprints, files, routing.packages);
  const shared = Map.groupBy(
    [...sharedIn(owned, routing, mounts, files), ...mounts.problems(modules)],
    ({ file }) => file,
  );
  return {
    routes: owned.map(({ route }) => route),
    models: [...files.keys()].flatMap((path) =>
      path.startsWith(`${models}/`) ? modelNames(files, path) : []
    ),
    problems: modules.flatMap((module) => {
      const { path, flask } = module;
      const text = files.get(path) ?? "";
      const served = {
        blueprints: flask.blueprints,
        endpoints: routing.others.flaskEndpoints(module),
      };
      const ofApp = isInTests(path) ? [] : [
        ...hiddenHandlers(served, text),
        ...undefinedBlueprints(served, text),
      ];
      return [
        ...[...flask.problems, ...repeatedHandlers(served, text), ...ofApp]
          .map(({ line, message }) => ({ file: path, line, message })),
        ...shared.get(path) ?? [],
        ...registrationProblems(module, routing, files),
      ];
    }),
    unread: [...routing.others.notes(), ...unreadRegistrations(files, blueprints)],
    files: files.size,
  };
}

/** Finds the registrations of blueprints that Flask refuses, so that the app does not start. */
export function refusedRegistrations(files: Snapshot): readonly Problem[] {
  const { modules, blueprints, packages } = readRouting(files);
  return new CertainMounts(blueprints, files, packages).problems(modules);
}

/** Finds the endpoints of a project like {@linkcode analyzeFiles}. Does not look for problems. */
export function analyzeRoutes(files: Snapshot): readonly AnalyzedRoute[] {
  return ownedIn(readRouting(files)).map(({ route }) => route);
}

interface Routing {
  /** Sorted by path. */
  readonly modules: readonly RoutingModule[];
  readonly blueprints: MountedBlueprints;
  readonly others: OtherFrameworks;
  readonly views: ViewMethods;
  /** The functions of the project that decorate view classes, each with its module. */
  readonly decorators: ReadonlySet<string>;
  readonly layout: Layout;
  /** The folders of packages that register their modules' blueprints. */
  readonly packages: ReadonlySet<string>;
  /** Whether other modules may register any blueprint without naming it. */
  readonly isOpen: boolean;
}

function readRouting(files: Snapshot): Routing {
  const modules = [...files.keys()].sort((a, b) => (a < b ? -1 : 1))
    .map((path) => ({ path, flask: flaskModuleIn(files, path) }));
  const packages = registeringPackages(files);
  const blueprints = new MountedBlueprints(modules, packages);
  const others = new OtherFrameworks(modules, blueprints);
  const views = new ViewMethods(blueprints);
  const decorators = ownDecorators(modules, blueprints);
  return {
    modules,
    blueprints,
    others,
    views,
    decorators,
    layout: layoutOf(files),
    packages,
    isOpen: unreadRegistrations(files, blueprints).length > 0,
  };
}

function ownDecorators(
  modules: readonly RoutingModule[],
  blueprints: MountedBlueprints,
): ReadonlySet<string> {
  return new Set(
    modules.flatMap(({ path, flask }) =>
      flask.endpoints.flatMap(({ decorator }) =>
        decorator === undefined ? [] : blueprints.routingFunction(path, decorator) ?? []
      )
    ),
  );
}

function ownedIn(routing: Routing): readonly OwnedRoute[] {
  return routing.modules.filter(({ path }) => !isInTests(path))
    .flatMap((module) => moduleRoutes(module, routing));
}

/** Finds the requests that several blueprints of an application have, or the application itself. */
function sharedIn(
  routes: readonly OwnedRoute[],
  { blueprints }: Routing,
  mounts: CertainMounts,
  files: Snapshot,
): readonly Problem[] {
  const textOf = (file: string) => files.get(projectPath(file)) ?? "";
  const byApplication = Map.groupBy(
    routes,
    ({ owner, blueprint }) =>
      blueprint === null ? blueprints.applicationOf(owner) : mounts.applicationOf(blueprint),
  );
  return [...byApplication].flatMap(([application, own]) =>
    application === null ? [] : sharedRequests(
      own.flatMap(({ route: { endpoints }, owner: { variable } }) =>
        endpoints.map((each) => ({ ...each, owner: variable }))
      ),
      textOf,
    )
  );
}

/** Returns the routes of one module. */
export function analyzeRouteFile(path: ProjectPath, text: string): readonly AnalyzedRoute[] {
  const module = { path, flask: readFlaskModule(text) };
  const blueprints = new MountedBlueprints([module]);
  const others = new OtherFrameworks([module], blueprints);
  const views = new ViewMethods(blueprints);
  const decorators = ownDecorators([module], blueprints);
  const isOpen = true;
  const routing = { blueprints, others, views, decorators, layout: DEFAULT_LAYOUT, isOpen };
  return moduleRoutes(module, routing).map(({ route }) => route);
}

/** The routes of one module and one blueprint or application. */
interface OwnedRoute {
  readonly route: AnalyzedRoute;
  readonly owner: RouterName;
  /** `null` for an application, or if the blueprint is unknown. */
  readonly blueprint: FlaskBlueprint | null;
}

function moduleRoutes(
  routing: RoutingModule,
  { blueprints, others, views, decorators, layout, isOpen }: Omit<Routing, "modules" | "packages">,
): readonly OwnedRoute[] {
  const { path, flask } = routing;
  const variables = new Set(flask.blueprints.map(({ variable }) => variable));
  // A function that decorates classes serves nothing itself.
  const served = others.flaskEndpoints(routing)
    .filter(({ givenTo }) => !decorators.has(`${path} ${givenTo}`));
  const byOwner = Map.groupBy(served, ({ blueprint }) => blueprint);
  const owners = new Set([...variables, ...byOwner.keys()]);
  return [...owners].flatMap((owner) => {
    const own = byOwner.get(owner) ?? [];
    const [first] = own;
    const isOwn = variables.has(owner);
    if (!isOwn && first === undefined) return [];
    const made = blueprints.find({ path, variable: owner, origin: first?.origin });
    if (made?.name === DOCS_BLUEPRINT) return [];
    const registered = made === null || isOpen || blueprints.isServed(made);
    const isAlone = !registered && !blueprints.isByPackage(made) && !blueprints.isMounted(made);
    const prefix = made === null
      ? first?.givenTo !== undefined ? null : ""
      : isAlone
      ? blueprints.ownPrefix(made)
      : blueprints.prefix(made);
    const endpoints = own.map((endpoint) => {
      const { view, needsRouter, decorator } = endpoint;
      const isKnown = decorator === undefined ||
        blueprints.routingFunction(path, decorator) !== null;
      const byView = view === undefined ? null : views.of(path, view);
      const methods = byView ?? endpoint.methods;
      const known = needsRouter && made === null ? null : prefix;
      const rule = isKnown ? endpoint.rule : null;
      return analyzed({ ...endpoint, rule, methods }, path, known, registered);
    })
      .filter((endpoint) => endpoint.path !== HEALTH_URL);
    if (!isOwn && endpoints.length === 0) return [];
    return [{
      route: { name: layout.routeOf(path) ?? made?.name ?? owner, file: path, endpoints },
      owner: { path, variable: owner, origin: first?.origin },
      blueprint: made,
    }];
  });
}

function analyzed(
  { rule, methods, handler, line }: FlaskEndpoint,
  file: ProjectPath,
  prefix: string | null,
  registered: boolean,
): AnalyzedEndpoint {
  const path = rule === null || prefix === null ? null : joinPaths(prefix, rule) || "/";
  return { methods, path, handler, file, line, registered };
}

/**
 * Reports a route's module that lacks the variable by which the generated app finds its blueprint.
 * People's own loop may find it by another name.
 */
function registrationProblems(
  { path, flask }: RoutingModule,
  { blueprints, layout }: Routing,
  files: Snapshot,
): readonly Problem[] {
  const route = layout.routeOf(path);
  if (route === null || flask.problems.length > 0) return [];
  const loop = files.get(projectPath(`${layout.folder("route")}/__init__.py`)) ?? "";
  if (registersModules(loop) && !loop.includes("_bp")) return [];
  const text = files.get(path) ?? "";
  const variable = blueprintVariable(route);
  if (flask.blueprints.some((each) => each.variable === variable)) return [];
  if (bindings(readPython(text)).some(({ name }) => name === variable)) return [];
  if (flask.blueprints.some((each) => blueprints.isMounted(each))) return [];
  const line = flask.blueprints[0]?.line ?? 1;
  return [{ file: path, line, message: `no blueprint '${variable}': the route is not registered` }];
}

function modelNames(files: Snapshot, path: ProjectPath): readonly string[] {
  return fileSymbols(files, path).symbols
    .filter((each) => each.kind === "class" || /=\s*TypedDict\(/.test(each.text))
    .map(({ name }) => name);
}
