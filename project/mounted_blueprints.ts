/** Blueprints and their mount points across the modules of a project. */

import type { ProjectPath } from "../core/project_path.ts";
import type { FlaskBlueprint, FlaskModule, FlaskRegistration } from "./flask_module.ts";
import { ModuleNames } from "./module_names.ts";

/** A module and its routing. */
export interface RoutingModule {
  readonly path: ProjectPath;
  readonly flask: FlaskModule;
}

/** A reference to a router in a module. */
export interface RouterName {
  readonly path: ProjectPath;
  readonly variable: string;
  /** Where the variable is imported from. */
  readonly origin?: string | undefined;
}

interface Mount {
  readonly path: ProjectPath;
  readonly registration: FlaskRegistration;
}

// Maximum number of re-exporting modules that a name is followed through.
const MAX_HOPS = 5;

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
  /** Blueprints of each module by variable. If a variable has held several, the last one counts. */
  readonly #own = new Map<FlaskModule, ReadonlyMap<string, FlaskBlueprint>>();
  readonly #byName = new Map<string, FlaskBlueprint[]>();
  readonly #mounts = new Map<FlaskBlueprint, Mount>();
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
      for (const registration of flask.registrations) {
        const { blueprint: variable, origin } = registration;
        const blueprint = this.find({ path, variable, origin });
        if (blueprint !== null) this.#mounts.set(blueprint, { path, registration });
      }
    }
  }

  /** Finds the blueprint of a name; `null` if there is none or the name is ambiguous. */
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
    const own = flask.blueprints.map((blueprint) => ({ variable: blueprint.variable, blueprint }));
    const others = [...flask.aliases.keys()].flatMap((variable) => {
      const blueprint = this.#ownBlueprint(flask, variable);
      return blueprint === undefined || blueprint.variable === variable
        ? []
        : [{ variable, blueprint }];
    });
    return [...own, ...others];
  }

  /** Reports whether any module of the project registers a blueprint. */
  isMounted(blueprint: FlaskBlueprint): boolean {
    return this.#mounts.has(blueprint);
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
    const mount = this.#mounts.get(blueprint);
    if (mount === undefined) return null;
    const { path, registration: { target: variable, targetOrigin: origin } } = mount;
    return this.find({ path, variable, origin });
  }

  #ownPrefix(blueprint: FlaskBlueprint): string | null {
    const registered = this.#mounts.get(blueprint)?.registration.urlPrefix;
    const { urlPrefix = "" } = registered === undefined ? blueprint : { urlPrefix: registered };
    return urlPrefix;
  }
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
