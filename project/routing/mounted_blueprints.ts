/** Blueprints and their mount points across the modules of a project. */

import type { ProjectPath } from "../../core/project_path.ts";
import type { FlaskBlueprint, FlaskModule, FlaskRegistration } from "./flask_module.ts";
import type { PrefixArgument } from "./flask_call.ts";
import { isInTests } from "../layout/layout.ts";
import { ModuleNames } from "./module_names.ts";
import { isRegisteredByPackage } from "./registering_package.ts";
import { ownName } from "../../python/symbols.ts";
import type { PrefixParameter, RouterParameter } from "./flask_parameter.ts";
import type { ViewClass, ViewName } from "./flask_view.ts";
import type { FunctionCall, GivenArgument } from "./function_calls.ts";
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

/** A registration that certainly runs, and its blueprint. */
export interface PlainMount extends Mount {
  readonly blueprint: FlaskBlueprint;
}

/** A view class, and the module that it is in. */
export interface FoundClass {
  readonly path: ProjectPath;
  readonly view: ViewClass;
}

/** A blueprint under one of its names. */
interface Named {
  readonly variable: string;
  readonly blueprint: FlaskBlueprint;
}

/** A router that a call passes as an argument, and the module with that call. */
export interface Passed {
  readonly path: ProjectPath;
  readonly passed: PassedRouter;
}

interface PlacedCall {
  readonly path: ProjectPath;
  readonly call: FunctionCall;
}

// Maximum number of re-exporting modules between a name and its definition.
const MAX_HOPS = 5;

// Maximum number of registrations whose blueprints are known only at run time. Every blueprint that
// is not registered by name is compared with each of them. Most projects have one or two.
const MAX_OPEN = 20;

// Functions have one registration, or one with a prefix and one without.
const MAX_FOLLOWED = 4;

// The first calls of a function are enough to find its routers.
const MAX_CALLS = 20;

// Nested blueprints could make prefixes grow without limit, and every endpoint repeats its prefix.
// Deeper or longer prefixes count as unknown.
const MAX_NESTED = 20;
const MAX_PREFIX_LENGTH = 255;

/** Where an application serves the rules of a blueprint. */
interface Nesting {
  /** The URL prefix of the rules; `null` if it is unknown. */
  readonly prefix: string | null;
  /** Number of nested blueprints that contribute to the prefix. */
  readonly depth: number;
  /** Whether the blueprint is registered on an application, directly or on other blueprints. */
  readonly isServed: boolean;
}

const UNKNOWN: Nesting = { prefix: null, depth: 0, isServed: false };

/** An API that gets its application or blueprint at run time. */
const LOOSE: Nesting = { prefix: null, depth: 0, isServed: true };

/** Outside of all blueprints. */
const TOP: Nesting = { prefix: "", depth: 0, isServed: true };

/** Finds blueprints by name, and the URL prefixes of their rules. */
export class MountedBlueprints {
  readonly #modules: ModuleNames<RoutingModule>;
  /**
   * Blueprints of each module by variable. If a variable has held several blueprints, the last one
   * counts.
   */
  readonly #own = new Map<FlaskModule, ReadonlyMap<string, FlaskBlueprint>>();
  readonly #applications = new Map<FlaskModule, ReadonlySet<string>>();
  /** The frameworks of the routers of each module that are not Flask's, by variable. */
  readonly #others = new Map<FlaskModule, ReadonlyMap<string, string>>();
  readonly #byName: ReadonlyMap<string, readonly Named[]>;
  readonly #paths = new Map<FlaskBlueprint, ProjectPath>();
  readonly #mounts = new Map<FlaskBlueprint, Mount>();
  /** Registrations whose blueprints are known only at run time. */
  readonly #open: Mount[] = [];
  /** Registrations whose blueprints static analysis does not find. */
  readonly #unfollowed: Mount[] = [];
  readonly #plain: PlainMount[] = [];
  /** The applications of the app, each with its module. */
  readonly #made: string[] = [];
  /** The routers that are passed to functions, by module and function. */
  readonly #passed: ReadonlyMap<string, readonly Passed[]>;
  /** The calls of functions, by module and function. */
  readonly #calls: ReadonlyMap<string, readonly PlacedCall[]>;
  /** Number of registrations that were followed for each function. */
  readonly #followed = new Map<string, number>();
  /** The functions of each module that add routes for a router and a rule. */
  readonly #routing = new Map<FlaskModule, ReadonlySet<string>>();
  /** The results so far. */
  readonly #nestings = new Map<FlaskBlueprint, Nesting>();

  /** @param packages The folders of packages that register their modules' blueprints. */
  constructor(
    modules: readonly RoutingModule[],
    private readonly packages: ReadonlySet<string> = new Set(),
  ) {
    this.#modules = new ModuleNames(modules);
    for (const { path, flask } of modules) {
      const own = [...flask.extensions, ...flask.blueprints];
      this.#own.set(flask, new Map(own.map((each) => [each.variable, each])));
      this.#applications.set(flask, new Set(flask.applications));
      if (!isInTests(path)) {
        for (const each of flask.applications) this.#made.push(`${path} ${each}`);
      }
      const others = flask.others.map(({ variable, framework }) => [variable, framework] as const);
      this.#others.set(flask, new Map(others));
    }
    const named = modules.flatMap((module) => this.#named(module));
    this.#byName = Map.groupBy(named, ({ variable }) => variable);
    const calls = modules.flatMap(({ path, flask }) => flask.calls.map((call) => ({ path, call })));
    this.#calls = Map.groupBy(calls, ({ path, call }) => this.#called({ path, passed: call }));
    for (const { path, flask } of modules) {
      for (const each of [...flask.extensions, ...flask.blueprints]) this.#paths.set(each, path);
      for (const registration of flask.registrations) this.#mount({ path, registration });
    }
    const passed = modules.flatMap(({ path, flask }) =>
      flask.passed.map((passed) => ({ path, passed }))
    );
    this.#passed = Map.groupBy(passed, (each) => this.#called(each));
  }

  #mount(mount: Mount): void {
    const { path, registration: { blueprint: variable, origin, isOpen, isOptional } } = mount;
    const name = { path, variable, origin };
    if (isOptional) {
      const extension = this.#exact(name);
      if (extension !== null && this.isExtension(extension)) this.#mounts.set(extension, mount);
      return;
    }
    if (mount.registration.blueprintParameter !== undefined) return this.#mountGiven(mount);
    const blueprint = isOpen ? null : this.find(name);
    if (blueprint !== null) {
      this.#mounts.set(blueprint, mount);
      if (mount.registration.isPlain) this.#plain.push({ ...mount, blueprint });
    } else if (isOpen) {
      if (this.#open.length < MAX_OPEN) this.#open.push(mount);
    } else if (!this.#isForeign(path, origin)) this.#unfollowed.push(mount);
  }

  /** Mounts the blueprints that calls give to the function of a registration. */
  #mountGiven(mount: Mount): void {
    const { path, registration } = mount;
    const { blueprintParameter, prefixParameter } = registration;
    if (blueprintParameter === undefined) return;
    const key = `${path} ${blueprintParameter.function}`;
    const followed = this.#followed.get(key) ?? 0;
    this.#followed.set(key, followed + 1);
    const calls = followed < MAX_FOLLOWED ? this.#calls.get(key) ?? [] : [];
    if (calls.length === 0) this.#unfollowed.push(mount);
    for (const { path: from, call } of calls) {
      const given = argumentFor(call, blueprintParameter);
      const variable = given?.variable;
      const blueprint = variable === undefined
        ? null
        : this.find({ path: from, variable, origin: given?.origin });
      if (blueprint === null) {
        if (followed === 0 && !this.#isForeign(from, given?.origin)) {
          const place = { ...registration, blueprint: variable ?? call.called, line: call.line };
          this.#unfollowed.push({ path: from, registration: place });
        }
        continue;
      }
      const prefix = prefixParameter && prefixFor(call, prefixParameter);
      // Such functions have a branch without the prefix, too.
      if (prefix === undefined && this.#mounts.has(blueprint)) continue;
      const { urlPrefix: _, ...plain } = registration;
      this.#mounts.set(blueprint, {
        path,
        registration: prefixParameter === undefined
          ? registration
          : prefix === undefined
          ? plain
          : { ...plain, urlPrefix: prefix },
      });
    }
  }

  /** Reports whether a name comes from a module outside of the project. */
  #isForeign(from: ProjectPath, origin: string | undefined): boolean {
    let [path, imported]: [ProjectPath, string | undefined] = [from, origin];
    for (let hops = 0; hops < MAX_HOPS && imported !== undefined; hops++) {
      const name = ownName(imported);
      const module = this.#modules.find(path, imported.slice(0, -name.length));
      if (module === undefined) return !imported.startsWith(".");
      [path, imported] = [module.path, module.flask.imported.get(name.replace(/\(\)$/, ""))];
    }
    return false;
  }

  /** Returns the key of the function that a call passes a router to: its module and its name. */
  #called(
    { path, passed: { called, origin } }: {
      readonly path: ProjectPath;
      readonly passed: Pick<PassedRouter, "called" | "origin">;
    },
  ): string {
    const module = origin === undefined ? path : this.#follow(
      path,
      origin,
      (module, name) => module.flask.imported.has(name) ? undefined : module.path,
    );
    return `${module} ${ownName(origin ?? called)}`;
  }

  /**
   * Follows an imported name through the modules that only pass it on.
   *
   * @param find Returns what the name is in a module; `undefined` if the module does not have it.
   */
  #follow<Found>(
    from: ProjectPath,
    origin: string,
    find: (module: RoutingModule, name: string) => Found | undefined,
  ): Found | null {
    let [path, imported]: [ProjectPath, string | undefined] = [from, origin];
    for (let hops = 0; hops < MAX_HOPS && imported !== undefined; hops++) {
      const name = ownName(imported);
      const module = this.#modules.find(path, imported.slice(0, -name.length));
      if (module === undefined) return null;
      const found = find(module, name);
      if (found !== undefined) return found;
      [path, imported] = [module.path, module.flask.imported.get(name)];
    }
    return null;
  }

  /**
   * Finds the blueprint that a name refers to; `null` if there is none or the name is ambiguous.
   */
  find({ path, variable, origin }: RouterName): FlaskBlueprint | null {
    const exact = this.#exact({ path, variable, origin });
    if (exact !== null) return exact;
    const module = this.#modules.at(path)?.flask;
    if (module !== undefined && this.#applications.get(module)?.has(variable)) return null;
    const named = this.#byName.get(ownName(variable)) ?? [];
    return named.length === 1 ? named[0]?.blueprint ?? null : null;
  }

  /** Finds the blueprint of a name in its module, or in the module that the name comes from. */
  #exact({ path, variable, origin }: RouterName): FlaskBlueprint | null {
    const own = this.#ownBlueprint(this.#modules.at(path)?.flask, variable);
    if (own !== undefined || origin === undefined) return own ?? null;
    return this.#follow(path, origin, ({ flask }, name) => this.#ownBlueprint(flask, name));
  }

  /** Reports whether a router is an API or a namespace of an extension. */
  isExtension(blueprint: FlaskBlueprint): boolean {
    const path = this.#paths.get(blueprint);
    const module = path === undefined ? undefined : this.#modules.at(path);
    return !module?.flask.blueprints.includes(blueprint);
  }

  /** Finds a view class of the project; `null` if there is none of the name. */
  viewClass(path: ProjectPath, { name, origin }: ViewName): FoundClass | null {
    const own = this.#modules.at(path)?.flask.views.get(name);
    if (own !== undefined) return { path, view: own };
    return origin === undefined ? null : this.#follow(path, origin, (module, found) => {
      const view = module.flask.views.get(found);
      return view === undefined ? undefined : { path: module.path, view };
    });
  }

  /**
   * Finds a function of the project that adds a route for the router and the rule that it gets.
   *
   * @returns The function's module and name; `null` if the project has no such function of the name.
   */
  routingFunction(path: ProjectPath, { name, origin }: ViewName): string | null {
    const own = this.#modules.at(path);
    if (own !== undefined && this.#addsRoutes(own, name)) return `${path} ${name}`;
    return origin === undefined ? null : this.#follow(
      path,
      origin,
      (module, found) => this.#addsRoutes(module, found) ? `${module.path} ${found}` : undefined,
    );
  }

  #addsRoutes({ flask }: RoutingModule, name: string): boolean {
    const known = this.#routing.get(flask) ?? new Set(
      flask.endpoints.flatMap(({ givenTo, ruleName }) =>
        ruleName === undefined ? [] : givenTo ?? []
      ),
    );
    this.#routing.set(flask, known);
    return known.has(name);
  }

  /** Returns the framework of a router; `null` if it is Flask's, or if it is unknown. */
  frameworkOf({ path, variable, origin }: RouterName): string | null {
    const own = this.#modules.at(path)?.flask;
    if (own === undefined) return null;
    const found = this.#others.get(own)?.get(variable);
    if (found !== undefined || origin === undefined) return found ?? null;
    return this.#follow(path, origin, ({ flask }, name) => this.#others.get(flask)?.get(name));
  }

  #ownBlueprint(flask: FlaskModule | undefined, variable: string): FlaskBlueprint | undefined {
    if (flask === undefined) return undefined;
    return this.#own.get(flask)?.get(flask.aliases.get(variable) ?? variable);
  }

  /** Returns the blueprints of a module under all their names. */
  #named({ flask }: RoutingModule): readonly Named[] {
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

  /** Returns the registrations whose blueprints are known only at run time. */
  openMounts(): readonly Mount[] {
    return this.#open;
  }

  /** Returns the registrations that run whenever their functions do, in the order of the modules. */
  plainMounts(): readonly PlainMount[] {
    return this.#plain;
  }

  /**
   * Returns the module and the variable of an application; `null` if the project has none of the name, or
   * several.
   */
  applicationOf({ path, variable, origin }: RouterName): string | null {
    const own = this.#modules.at(path);
    const made = own?.flask.applications.filter((each) => each === variable).length ?? 0;
    if (made > 0 || origin === undefined) return made === 1 ? `${path} ${variable}` : null;
    return this.#follow(
      path,
      origin,
      ({ path: from, flask }, name) =>
        flask.applications.includes(name)
          ? this.applicationOf({ path: from, variable: name })
          : undefined,
    );
  }

  /** Returns the only application of a project; `null` if it has none or several. */
  onlyApplication(): string | null {
    const [only = null, ...others] = this.#made;
    return others.length === 0 ? only : null;
  }

  /** Returns the registrations whose blueprints static analysis does not find. */
  unfollowedMounts(): readonly Mount[] {
    return this.#unfollowed;
  }

  /** Reports whether a blueprint is registered on an application, directly or on other blueprints. */
  isServed(blueprint: FlaskBlueprint): boolean {
    return this.#nesting(blueprint).isServed;
  }

  /** Reports whether the package of a blueprint's module registers it. */
  isByPackage(blueprint: FlaskBlueprint): boolean {
    const path = this.#paths.get(blueprint);
    return path !== undefined && isRegisteredByPackage(
      path,
      (variable) => this.find({ path, variable }) === blueprint,
      this.packages,
    );
  }

  /** Returns the URL prefix of a blueprint's rules; `null` if it is unknown. */
  prefix(blueprint: FlaskBlueprint): string | null {
    return this.#nesting(blueprint).prefix;
  }

  #nesting(blueprint: FlaskBlueprint): Nesting {
    const inner: FlaskBlueprint[] = [];
    let outer: FlaskBlueprint | null = blueprint;
    while (outer !== null && !this.#nestings.has(outer)) {
      // Blueprints mounted on each other in a circle are not served, and have no known prefix.
      this.#nestings.set(outer, UNKNOWN);
      inner.push(outer);
      outer = this.#parent(outer);
    }
    for (const each of inner.reverse()) {
      const isLoose = each.isApi === true && this.mountOf(each) === null;
      const above: Nesting = isLoose
        ? LOOSE
        : outer === null
        ? TOP
        : this.#nestings.get(outer) ?? UNKNOWN;
      const isServed = above.isServed &&
        (isLoose || this.isMounted(each) || this.isByPackage(each));
      this.#nestings.set(each, { ...nested(above, this.#mountedPrefix(each)), isServed });
      outer = each;
    }
    return this.#nestings.get(blueprint) ?? UNKNOWN;
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
   * registered by name, except its own target.
   */
  mountOf(blueprint: FlaskBlueprint): Mount | null {
    const mount = this.#mounts.get(blueprint);
    if (mount !== undefined) return mount;
    const own = this.#paths.get(blueprint) ?? "";
    const open = this.#open.filter(({ path, registration: { target } }) =>
      own.startsWith(folderOf(path)) && (path !== own || target !== blueprint.variable)
    );
    const live = open.filter((each) =>
      each.registration.targetParameter === undefined || this.passedFor(each).length > 0
    );
    const [first = null, second] = live.length > 0 ? live : open;
    if (first === null) return this.#anyOf(this.#unfollowed.slice(0, MAX_OPEN));
    return second === undefined || live.length === 0 ? first : this.#anyOf(live);
  }

  /** Returns a registration that has the prefix of all of them; `null` if there is none. */
  #anyOf(mounts: readonly Mount[]): Mount | null {
    const [first = null] = mounts;
    if (first === null) return null;
    if (mounts.every(({ registration: { urlPrefix } }) => urlPrefix === undefined)) return first;
    const { urlPrefixParts: _, ...registration } = first.registration;
    return { ...first, registration: { ...registration, urlPrefix: null } };
  }

  /** Returns the module of a blueprint. */
  pathOf(blueprint: FlaskBlueprint): ProjectPath | null {
    return this.#paths.get(blueprint) ?? null;
  }

  /** Returns the URL prefix that a blueprint has without a registration; `null` if it is unknown. */
  ownPrefix(blueprint: FlaskBlueprint): string | null {
    return this.#value(blueprint, this.#paths.get(blueprint));
  }

  #mountedPrefix(blueprint: FlaskBlueprint): string | null {
    const mount = this.mountOf(blueprint);
    return mount?.registration.urlPrefix === undefined
      ? this.ownPrefix(blueprint)
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
  constant(path: ProjectPath, origin: string): string | null {
    return this.#follow(path, origin, ({ flask }, name) => flask.strings.get(name));
  }
}

function argumentFor(
  { given }: FunctionCall,
  { position, name }: RouterParameter,
): GivenArgument | undefined {
  return given.find((each) => each.position === position || each.keyword === name);
}

/** Returns the prefix that a call gives: `undefined` if none, `null` if it is unknown. */
function prefixFor(call: FunctionCall, parameter: PrefixParameter): string | null | undefined {
  const given = argumentFor(call, parameter);
  return given === undefined ? parameter.fallback : given.text;
}

/** Returns the folder of a module, with a slash at the end; empty for the root. */
function folderOf(path: ProjectPath): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function nested(
  { prefix: outer, depth }: Nesting,
  inner: string | null,
): Pick<Nesting, "prefix" | "depth"> {
  if (outer === null || inner === null || depth === MAX_NESTED) return UNKNOWN;
  const prefix = outer === "" ? inner : joinPaths(outer, inner);
  return prefix.length > MAX_PREFIX_LENGTH ? UNKNOWN : { prefix, depth: depth + 1 };
}

/** Joins a prefix and a rule as Flask does. */
export function joinPaths(prefix: string, rule: string): string {
  return rule === "" ? prefix : `${prefix.replace(/\/$/, "")}/${rule.replace(/^\//, "")}`;
}
