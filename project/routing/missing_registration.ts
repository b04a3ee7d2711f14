/** Finds the lines that register a blueprint that no module registers. */

import type { Snapshot } from "../../core/change_set.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { bindings } from "../../python/bindings.ts";
import { parameters } from "../../python/parameters.ts";
import { readPython } from "../../python/python_module.ts";
import type { FlaskEndpoint } from "./flask_endpoint.ts";
import { type FlaskBlueprint, type FlaskRegistration, readFlaskModule } from "./flask_module.ts";
import { DEFAULT_LAYOUT } from "../layout/layout.ts";
import { moduleName } from "../layout/import_name.ts";
import { isApplication } from "./flask_parameter.ts";
import { mountGaps } from "./mount_gaps.ts";
import { MountedBlueprints, type RouterName, type RoutingModule } from "./mounted_blueprints.ts";

/** The lines that register a blueprint. */
export interface MissingRegistration {
  /** The variable of the blueprint that nothing registers. */
  readonly variable: string;
  /** The module to add the lines to; `null` if it is unclear where the application is. */
  readonly path: ProjectPath | null;
  /** The import, unless the module has it, and the call. */
  readonly lines: readonly string[];
  /** Whether an API of an extension registers it, because it is a namespace. */
  readonly isNamespace?: boolean;
}

/** The place of an endpoint in the code. */
export interface EndpointPlace {
  readonly file: string;
  /** 1-based line of the decorator or call. */
  readonly line: number;
}

/** The place where a project registers blueprints. */
interface Registrar {
  readonly path: ProjectPath;
  /** The variable of the application or outer blueprint. */
  readonly target: string;
  /** A registration to imitate; `null` if there is none. */
  readonly neighbour: FlaskRegistration | null;
}

/** Finds the missing registrations of a project's blueprints. */
export class MissingRegistrations {
  readonly #blueprints: MountedBlueprints;
  readonly #modules: ReadonlyMap<string, RoutingModule>;
  readonly #endpoints: ReadonlyMap<string, FlaskEndpoint>;
  readonly #registrar: Registrar | null;
  readonly #files: Snapshot;

  /** @param files The project's Python files. */
  constructor(files: Snapshot) {
    this.#files = files;
    const modules = [...files].filter(([path]) => DEFAULT_LAYOUT.mayMount(path))
      .map(([path, text]) => ({ path, flask: readFlaskModule(text) }));
    this.#blueprints = new MountedBlueprints(modules);
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    this.#endpoints = new Map(
      modules.flatMap(({ path, flask }) =>
        flask.endpoints.map((endpoint) => [`${path}:${endpoint.line}`, endpoint])
      ),
    );
    this.#registrar = this.#mostUsed() ?? applicationIn(files);
  }

  /** Returns the missing registration of an endpoint; `null` if its blueprint is unknown. */
  of({ file, line }: EndpointPlace): MissingRegistration | null {
    const module = this.#modules.get(file);
    const endpoint = this.#endpoints.get(`${file}:${line}`);
    if (module === undefined || endpoint === undefined) return null;
    const { blueprint: variable, origin } = endpoint;
    return this.named({ path: module.path, variable, origin });
  }

  /** Returns the missing registration of a blueprint; `null` if it is unknown. */
  named(name: RouterName): MissingRegistration | null {
    const blueprint = this.#blueprints.find(name);
    return blueprint === null ? null : this.#missing(blueprint);
  }

  #missing(blueprint: FlaskBlueprint): MissingRegistration | null {
    // If the blueprint is nested in another blueprint, the outer blueprint may lack the
    // registration.
    const gap = mountGaps(this.#blueprints, blueprint).find(({ kind }) => kind === "registration");
    const found = gap?.kind === "registration" ? gap.blueprint : blueprint;
    const from = this.#blueprints.pathOf(found);
    if (from === null) return null;
    const { variable } = found;
    if (this.#blueprints.isExtension(found)) {
      const lines = [`api.add_namespace(${variable})`];
      return { variable, path: null, lines, isNamespace: true };
    }
    const isHere = this.#registrar?.path === from;
    if (!isHere && this.#isLocal(found, from)) return this.#inFunction(found, from);
    const { path = null, target = "app" } = this.#registrar ?? {};
    const call = `${target}.register_blueprint(${variable})`;
    if (this.#registrar === null || path === null) return { variable, path, lines: [call] };
    const isNamed = path === from || this.#modules.get(path)?.flask.imported.has(variable);
    const lines = isNamed ? [call] : [this.#importOf(variable, from, this.#registrar), call];
    return { variable, path, lines };
  }

  /** Registers a blueprint of a function on the application that the function gets. */
  #inFunction({ variable, line }: FlaskBlueprint, path: ProjectPath): MissingRegistration | null {
    const module = readPython(this.#files.get(path) ?? "");
    const { definitions, lines } = module;
    const around = definitions.findLast(({ kind, header }) =>
      kind === "function" && (lines[header]?.row ?? Infinity) <= line
    );
    const given = around === undefined ? [] : parameters(module, around);
    const target = given.find(isApplication)?.name;
    if (target === undefined) return null;
    return { variable, path, lines: [`${target}.register_blueprint(${variable})`] };
  }

  /** Reports whether other modules cannot import a blueprint, because a function creates it. */
  #isLocal({ variable }: FlaskBlueprint, path: ProjectPath): boolean {
    const names = bindings(readPython(this.#files.get(path) ?? "")).map(({ name }) => name);
    return !names.includes(variable) && !names.includes("*");
  }

  /**
   * Finds the application on which most blueprints are registered by name, or a blueprint that adds no prefix:
   * the endpoints must be served at the paths that reports have.
   */
  #mostUsed(): Registrar | null {
    const found = [...this.#modules.values()].flatMap(({ path, flask }) =>
      flask.registrations.filter((each) => this.#isUsable(path, each))
        .map((neighbour) => ({ path, target: neighbour.target, neighbour }))
    );
    const groups = Map.groupBy(found, ({ path, target }) => `${path} ${target}`);
    const [most] = [...groups.values()].toSorted((a, b) => b.length - a.length);
    return most?.at(-1) ?? null;
  }

  /** Reports whether a registration names a blueprint of the project, and Flask serves its target. */
  #isUsable(path: ProjectPath, registration: FlaskRegistration): boolean {
    if (registration.isOpen || this.#registered(path, registration) === null) return false;
    const target = this.#blueprints.targetOf({ path, registration });
    return target === null ||
      !this.#blueprints.isExtension(target) && this.#blueprints.isServed(target) &&
        this.#blueprints.prefix(target) === "";
  }

  #registered(path: ProjectPath, { blueprint: variable, origin }: FlaskRegistration) {
    return this.#blueprints.find({ path, variable, origin });
  }

  /**
   * Returns the import of a blueprint: relative if the import of the neighbour is relative,
   * otherwise absolute.
   */
  #importOf(variable: string, from: ProjectPath, { path, neighbour }: Registrar): string {
    const module = moduleName(from);
    const origin = neighbour?.origin ?? "";
    const name = origin.startsWith(".")
      ? relativeName(path, module)
      : module.slice(neighbour === null ? 0 : this.#rootLength(path, neighbour));
    return `from ${name} import ${variable}`;
  }

  /** Returns the length of the prefix that imports omit from module names, such as `src.`. */
  #rootLength(path: ProjectPath, neighbour: FlaskRegistration): number {
    const { origin = "" } = neighbour;
    const registered = this.#registered(path, neighbour);
    const defined = registered === null ? null : this.#blueprints.pathOf(registered);
    const full = defined === null ? "" : moduleName(defined);
    const imported = origin.slice(0, Math.max(origin.lastIndexOf("."), 0));
    return imported !== "" && full.endsWith(`.${imported}`) ? full.length - imported.length : 0;
  }
}

const APPLICATION =
  /^[ \t]*([A-Za-z_]\w*)(?:[ \t]*:[^=\n]*|[ \t]*)=[ \t]*(?:[A-Za-z_]\w*\.)?(?:API)?Flask\(/m;

/** Finds a module that creates an application. */
function applicationIn(files: Snapshot): Registrar | null {
  for (const [path, text] of files) {
    const target = DEFAULT_LAYOUT.mayMount(path) ? APPLICATION.exec(text)?.[1] : undefined;
    if (target !== undefined) return { path, target, neighbour: null };
  }
  return null;
}

/** Returns the name by which a module imports another one relatively, such as `.routes.users_route`. */
function relativeName(from: ProjectPath, module: string): string {
  const folders = from.split("/").slice(0, -1);
  const parts = module.split(".");
  let shared = 0;
  while (shared < folders.length && folders[shared] === parts[shared]) shared++;
  return ".".repeat(folders.length - shared + 1) + parts.slice(shared).join(".");
}

/** Describes how to register a blueprint: the place, then the lines. */
export function registrationNote(
  { path, lines, isNamespace = false }: MissingRegistration,
): string {
  const made = isNamespace ? "API" : "application";
  const where = path === null ? `add where the ${made} is created` : `add to ${path}`;
  return [`${where}:`, ...lines].join("\n");
}
