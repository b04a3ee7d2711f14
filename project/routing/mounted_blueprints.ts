/** Blueprints and their mount points across the modules of a project. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { FlaskBlueprint, FlaskModule, FlaskRegistration } from "./flask_module.ts";
import type { PrefixArgument } from "./flask_call.ts";
import { ModuleNames } from "./module_names.ts";
import type { PassedRouter } from "./passed_routers.ts";

/** A module and its routing. */
export interface RoutingModule {
  readonly path: ProjectPath;
  readonly flask: FlaskModule;
}

/** A reference to a router in a module. */
export interface RouterName {
  readonly path: ProjectPath;
  readonly variable: string;
  /** The origin of the variable. */
  readonly origin?: string | undefined;
}

/** A registration, and the module that it is in. */
export interface Mount {
  readonly path: ProjectPath;
  readonly registration: FlaskRegistration;
}

/** A router that a call passes as an argument, and the module with that call. */
export interface Passed {
  readonly path: ProjectPath;
  readonly passed: PassedRouter;
}

// Maximum number of re-exporting modules between a name and its definition.
const MAX_HOPS = 5;

// Maximum number of registrations whose blueprints are known only at run time. Every blueprint that
// is not registered by name is compared with each of them. Most projects have one or two.
const MAX_OPEN = 20;

// The first calls of a function are enough to find its routers.
const MAX_CALLS = 20;

// Nested blueprints could make prefixes grow without limit, and every endpoint repeats its prefix.
// Deeper or longer prefixes count as unknown.
const MAX_NESTED = 20;
const MAX_PREFIX_LENGTH = 255;

/** The URL prefix of a blueprint's rules. */
interface Prefix {
  /** `null` if it is unknown. */
  readonly path: string | null;
  /** Number of nested blueprints that contribute to the path. */
  readonly depth: number;
}

const UNKNOWN: Prefix = { path: null, depth: 0 };

/** The prefix in front of a blueprint that is not nested. */
const TOP: Prefix = { path: "", depth: 0 };

/** Finds blueprints by name, and the URL prefixes of their rules. */
export class MountedBlueprints {
  readonly #modules: ModuleNames<RoutingModule>;
  /**
   * Blueprints of each module by variable. If a variable has held several blueprints, the last one
   * counts.
   */
  readonly #own = new Map<FlaskModule, ReadonlyMap<string, FlaskBlueprint>>();
  readonly #byName = new Map<string, FlaskBlueprint[]>();
  readonly #paths = new Map<FlaskBlueprint, ProjectPath>();
  readonly #mounts = new Map<FlaskBlueprint, Mount>();
  /** Registrations whose blueprints are known only at run time. */
  readonly #open: Mount[] = [];
  /** The routers that are passed to functions, by module and function. */
  readonly #passed = new Map<string, Passed[]>();
  /** Cache of whether blueprints are served. */
  readonly #served = new Map<FlaskBlueprint, boolean>();
  /** Cache of the prefixes found so far. */
  readonly #prefixes = new Map<FlaskBlueprint, Prefix>();

  constructor(modules: readonly RoutingModule[]) {
    this.#modules = new ModuleNames(modules);
    for (const { flask } of modules) {
      this.#own.set(flask, new Map(flask.blueprints.map((each) => [each.variable, each])));
    }
    for (const { variable, blueprint } of modules.flatMap((module) => this.#named(module))) {
      const known = this.#byName.get(variable);
      if (known === undefined) this.#byName.set(variable, [blueprint]);
      else known.push(blueprint);
    }
    for (const { path, flask } of modules) {
      for (const each of flask.blueprints) this.#paths.set(each, path);
      for (const registration of flask.registrations) this.#mount({ path, registration });
      for (const passed of flask.passed) this.#pass({ path, passed });
    }
  }

  #mount(mount: Mount): void {
    const { path, registration: { blueprint: variable, origin, isOpen } } = mount;
    const blueprint = isOpen ? null : this.find({ path, variable, origin });
    if (blueprint !== null) this.#mounts.set(blueprint, mount);
    else if (isOpen && this.#open.length < MAX_OPEN) this.#open.push(mount);
  }

  #pass(each: Passed): void {
    const { path, passed: { called, origin } } = each;
    const module = origin === undefined ? path : this.#definingModule(path, origin, MAX_HOPS);
    const name = called.slice(called.lastIndexOf(".") + 1);
    const key = `${module} ${origin?.slice(origin.lastIndexOf(".") + 1) ?? name}`;
    const known = this.#passed.get(key);
    if (known === undefined) this.#passed.set(key, [each]);
    else known.push(each);
  }

  /** Returns the module from which a name is imported, directly or through other modules. */
  #definingModule(path: ProjectPath, origin: string, hops: number): ProjectPath | null {
    const name = origin.slice(origin.lastIndexOf(".") + 1);
    const module = this.#modules.find(path, origin.slice(0, -name.length));
    if (module === undefined || hops === 0) return null;
    const further = module.flask.imported.get(name);
    return further === undefined
      ? module.path
      : this.#definingModule(module.path, further, hops - 1);
  }

  /**
   * Finds the blueprint that a name refers to; `null` if there is none or the name is ambiguous.
   */
  find({ path, variable, origin }: RouterName): FlaskBlueprint | null {
    const own = this.#ownBlueprint(this.#modules.at(path)?.flask, variable);
    if (own !== undefined) return own;
    const imported = origin === undefined ? null : this.#imported(path, origin, MAX_HOPS);
    if (imported !== null) return imported;
    const named = this.#byName.get(variable.split(".").at(-1) ?? variable) ?? [];
    return named.length === 1 ? named[0] ?? null : null;
  }

  #imported(path: ProjectPath, origin: string, hops: number): FlaskBlueprint | null {
    const variable = origin.slice(origin.lastIndexOf(".") + 1);
    const module = this.#modules.find(path, origin.slice(0, -variable.length));
    if (module === undefined || hops === 0) return null;
    const own = this.#ownBlueprint(module.flask, variable);
    if (own !== undefined) return own;
    const further = module.flask.imported.get(variable);
    return further === undefined ? null : this.#imported(module.path, further, hops - 1);
  }

  #ownBlueprint(flask: FlaskModule | undefined, variable: string): FlaskBlueprint | undefined {
    if (flask === undefined) return undefined;
    return this.#own.get(flask)?.get(flask.aliases.get(variable) ?? variable);
  }

  /** Returns the blueprints of a module under all their names. */
  #named({ flask }: RoutingModule) {
    if (flask.blueprints.length === 0) return [];
    const own = flask.blueprints.map((blueprint) => ({ variable: blueprint.variable, blueprint }));
    const others = [...flask.aliases.keys()].flatMap((variable) => {
      const blueprint = this.#ownBlueprint(flask, variable);
      return blueprint === undefined || blueprint.variable === variable
        ? []
        : [{ variable, blueprint }];
    });
    return [...own, ...others];
  }

  /** Reports whether any module of the project registers a blueprint by name. */
  isMounted(blueprint: FlaskBlueprint): boolean {
    return this.#mounts.has(blueprint);
  }

  /** Returns the modules that register blueprints which are known only at run time. */
  openModules(): readonly ProjectPath[] {
    return this.#open.map(({ path }) => path);
  }

  /** Reports whether a blueprint is registered on an application, directly or on other blueprints. */
  isServed(blueprint: FlaskBlueprint): boolean {
    const chain: FlaskBlueprint[] = [];
    let outer: FlaskBlueprint | null = blueprint;
    while (outer !== null && !this.#served.has(outer)) {
      // Blueprints mounted on each other in a circle are not served.
      this.#served.set(outer, false);
      chain.push(outer);
      if (!this.#mounts.has(outer)) return false;
      outer = this.#parent(outer);
    }
    const isServed = outer === null || (this.#served.get(outer) ?? false);
    for (const each of chain) this.#served.set(each, isServed);
    return isServed;
  }

  /** Returns the URL prefix of a blueprint's rules; `null` if it is unknown. */
  prefix(blueprint: FlaskBlueprint): string | null {
    const inner: FlaskBlueprint[] = [];
    let outer: FlaskBlueprint | null = blueprint;
    while (outer !== null && !this.#prefixes.has(outer)) {
      // Blueprints mounted on each other in a circle have no known prefix.
      this.#prefixes.set(outer, UNKNOWN);
      inner.push(outer);
      outer = this.#parent(outer);
    }
    for (const each of inner.reverse()) {
      const path = this.#ownPrefix(each);
      const above = outer === null ? null : this.#prefixes.get(outer) ?? UNKNOWN;
      this.#prefixes.set(each, nested(above ?? TOP, path));
      outer = each;
    }
    return this.#prefixes.get(blueprint)?.path ?? null;
  }

  /** Returns the blueprint on which another one is mounted; `null` if there is none or it is unknown. */
  #parent(blueprint: FlaskBlueprint): FlaskBlueprint | null {
    const mount = this.mountOf(blueprint);
    return mount === null ? null : this.targetOf(mount);
  }

  /** Returns the blueprint that is the target of a registration; `null` if there is none. */
  targetOf(mount: Mount): FlaskBlueprint | null {
    const { path, registration: { target: variable, targetOrigin: origin, targetParameter } } =
      mount;
    if (targetParameter === undefined) return this.find({ path, variable, origin });
    const given = this.passedFor(mount).map(({ path, passed: { router: variable } }) =>
      this.find({ path, variable })
    );
    const [first = null] = given;
    return given.every((each) => each === first) ? first : null;
  }

  /** Returns the routers that calls pass as the target of a registration. */
  passedFor({ path, registration: { targetParameter } }: Mount): readonly Passed[] {
    if (targetParameter === undefined) return [];
    const { function: called, position, name } = targetParameter;
    const all = this.#passed.get(`${path} ${called}`) ?? [];
    return all.slice(0, MAX_CALLS).filter(({ passed }) =>
      passed.position === position || passed.keyword === name
    );
  }

  /**
   * Returns the registration of a blueprint; `null` if there is none. A registration whose
   * blueprints are known only at run time counts for every blueprint below its folder that is not
   * registered by name.
   */
  mountOf(blueprint: FlaskBlueprint): Mount | null {
    const mount = this.#mounts.get(blueprint);
    if (mount !== undefined) return mount;
    const own = this.#paths.get(blueprint) ?? "";
    const open = this.#open.filter(({ path }) => own.startsWith(folderOf(path)));
    const live = open.filter((each) =>
      each.registration.targetParameter === undefined || this.passedFor(each).length > 0
    );
    const [first = null, second] = live.length > 0 ? live : open;
    if (first === null || second === undefined) return first;
    if (live.every(({ registration: { urlPrefix } }) => urlPrefix === undefined)) return first;
    // Any of these registrations may register the blueprint.
    const { urlPrefixParts: _, ...registration } = first.registration;
    return { ...first, registration: { ...registration, urlPrefix: null } };
  }

  /** Returns the module of a blueprint. */
  pathOf(blueprint: FlaskBlueprint): ProjectPath | null {
    return this.#paths.get(blueprint) ?? null;
  }

  #ownPrefix(blueprint: FlaskBlueprint): string | null {
    const mount = this.mountOf(blueprint);
    return mount?.registration.urlPrefix === undefined
      ? this.#value(blueprint, this.#paths.get(blueprint))
      : this.#value(mount.registration, mount.path);
  }

  #value({ urlPrefix = "", urlPrefixParts: parts }: PrefixArgument, path: ProjectPath | undefined) {
    if (parts === undefined || path === undefined) return urlPrefix;
    const texts = parts.map((part) =>
      part.kind === "text" ? part.text : this.constant(path, part.origin)
    );
    return texts.every((text) => text !== null) ? texts.join("") : null;
  }

  /** Returns the value of a constant of another module; `null` if it is unknown. */
  constant(path: ProjectPath, origin: string, hops = MAX_HOPS): string | null {
    const name = origin.slice(origin.lastIndexOf(".") + 1);
    const module = this.#modules.find(path, origin.slice(0, -name.length));
    if (module === undefined || hops === 0) return null;
    const value = module.flask.strings.get(name);
    if (value !== undefined) return value;
    const further = module.flask.imported.get(name);
    return further === undefined ? null : this.constant(module.path, further, hops - 1);
  }
}

/** Returns the folder of a module, with a slash at the end; empty for the root. */
function folderOf(path: ProjectPath): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function nested({ path: outer, depth }: Prefix, inner: string | null): Prefix {
  if (outer === null || inner === null || depth === MAX_NESTED) return UNKNOWN;
  const path = outer === "" ? inner : joinPaths(outer, inner);
  return path.length > MAX_PREFIX_LENGTH ? UNKNOWN : { path, depth: depth + 1 };
}

/** Joins a prefix and a rule as Flask does. */
export function joinPaths(prefix: string, rule: string): string {
  return rule === "" ? prefix : `${prefix.replace(/\/$/, "")}/${rule.replace(/^\//, "")}`;
}
