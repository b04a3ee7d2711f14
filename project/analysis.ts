/** What a Flask project answers, and what in it is amiss, read from its files without running them. */

import type { Snapshot } from "../core/change_set.ts";
import type { ProjectPath } from "../core/project_path.ts";
import { readPython } from "../python/python_module.ts";
import { symbols } from "../python/symbols.ts";
import { type FlaskModule, readFlaskModule } from "./flask_module.ts";
import type { FlaskEndpoint } from "./flask_endpoint.ts";

export interface AnalyzedEndpoint {
  /** Uppercase; `null` where they are not known without running the program. */
  readonly methods: readonly string[] | null;
  /** The whole path, or `null` where it is not known. */
  readonly path: string | null;
  readonly handler: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** The endpoints of one blueprint, or of an application, in one file. */
export interface AnalyzedRoute {
  readonly name: string;
  readonly file: string;
  readonly endpoints: readonly AnalyzedEndpoint[];
}

export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface Analysis {
  /** Sorted by file. */
  readonly routes: readonly AnalyzedRoute[];
  readonly models: readonly string[];
  readonly problems: readonly Problem[];
}

interface Module {
  readonly path: ProjectPath;
  readonly flask: FlaskModule;
}

/**
 * Analyzes a project.
 *
 * @param files Its Python files.
 */
export function analyzeFiles(files: Snapshot): Analysis {
  const modules = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]): Module => ({ path, flask: readFlaskModule(text) }));
  const prefixes = new Prefixes(modules);
  return {
    routes: modules.flatMap((module) => moduleRoutes(module, prefixes)),
    models: [...files].flatMap(([path, text]) =>
      path.startsWith("api/models/") ? modelNames(text) : []
    ),
    problems: modules.flatMap(({ path, flask }) => [
      ...flask.problems.map(({ line, message }) => ({ file: path, line, message })),
      ...registrationProblems(path, flask),
    ]),
  };
}

/** The routes of one module. */
export function analyzeRouteFile(path: ProjectPath, text: string): readonly AnalyzedRoute[] {
  const module = { path, flask: readFlaskModule(text) };
  return moduleRoutes(module, new Prefixes([module]));
}

/** Where blueprints are mounted, across modules: by the names of their variables. */
class Prefixes {
  readonly #own = new Map<string, FlaskModule["blueprints"][number]>();
  readonly #mounted = new Map<string, FlaskModule["registrations"][number]>();

  constructor(modules: readonly Module[]) {
    for (const { flask } of modules) {
      for (const each of flask.blueprints) this.#own.set(each.variable, each);
      for (const each of flask.registrations) this.#mounted.set(plain(each.blueprint), each);
    }
  }

  /** The path above a blueprint's rules; empty for an application, `null` if it is not known. */
  of(variable: string, seen: ReadonlySet<string> = new Set()): string | null {
    const mount = this.#mounted.get(variable);
    const { urlPrefix = "" } = mount?.urlPrefix === undefined
      ? this.#own.get(variable) ?? {}
      : mount;
    if (urlPrefix === null || seen.has(variable)) return null;
    const parent = plain(mount?.target ?? "");
    if (!this.#own.has(parent)) return urlPrefix;
    const outer = this.of(parent, new Set([...seen, variable]));
    return outer === null ? null : join(outer, urlPrefix);
  }
}

/** `users.bp` imported as a module's member is its `bp`. */
function plain(name: string): string {
  return name.split(".").at(-1) ?? name;
}

function join(prefix: string, rule: string): string {
  return rule === "" ? prefix : `${prefix.replace(/\/$/, "")}/${rule.replace(/^\//, "")}`;
}

function moduleRoutes({ path, flask }: Module, prefixes: Prefixes): readonly AnalyzedRoute[] {
  const owners = new Set([
    ...flask.blueprints.map(({ variable }) => variable),
    ...flask.endpoints.map(({ blueprint }) => blueprint),
  ]);
  return [...owners].flatMap((owner) => {
    const prefix = prefixes.of(owner);
    const endpoints = flask.endpoints.filter(({ blueprint }) => blueprint === owner)
      .map((endpoint) => analyzed(endpoint, path, prefix))
      .filter((endpoint) => endpoint.path !== LIVENESS);
    const made = flask.blueprints.find(({ variable }) => variable === owner);
    if (made === undefined && endpoints.length === 0) return [];
    return [{ name: routeOf(path) ?? made?.name ?? owner, file: path, endpoints }];
  });
}

/** What every generated project answers for its container is no route of its own. */
const LIVENESS = "/-/health";

function analyzed(
  { rule, methods, handler, line }: FlaskEndpoint,
  file: ProjectPath,
  prefix: string | null,
): AnalyzedEndpoint {
  const path = rule === null || prefix === null ? null : join(prefix, rule) || "/";
  return { methods, path, handler, file, line };
}

/** The route that a file of our layout is for. */
function routeOf(path: ProjectPath): string | null {
  return /^api\/routes\/(\w+)_route\.py$/.exec(path)?.[1] ?? null;
}

/** Our registration goes by names: another name keeps a route from being served. */
function registrationProblems(path: ProjectPath, flask: FlaskModule): readonly Problem[] {
  const route = routeOf(path);
  if (route === null || flask.problems.length > 0) return [];
  const variable = `${route}_bp`;
  if (flask.blueprints.some((each) => each.variable === variable)) return [];
  const line = flask.blueprints[0]?.line ?? 1;
  return [{ file: path, line, message: `no blueprint '${variable}': the route is not registered` }];
}

function modelNames(text: string): readonly string[] {
  return symbols(readPython(text))
    .filter(({ kind, text }) => kind === "class" || /=\s*TypedDict\(/.test(text))
    .map(({ name }) => name);
}
