/** Where blueprints are mounted, across the modules of a project. */

import type { ProjectPath } from "../core/project_path.ts";
import type { FlaskBlueprint, FlaskModule, FlaskRegistration } from "./flask_module.ts";
import { ModuleNames } from "./module_names.ts";

/** A module with what it has to do with routes. */
export interface RoutingModule {
  readonly path: ProjectPath;
  readonly flask: FlaskModule;
}

/** A variable of a module, as a statement there names it. */
export interface RouterName {
  readonly path: ProjectPath;
  readonly variable: string;
  /** Where it is imported from, if it is. */
  readonly origin?: string | undefined;
}

interface Mount {
  readonly path: ProjectPath;
  readonly registration: FlaskRegistration;
}

// What is imported from a module that imports it itself is followed so far.
const MAX_HOPS = 5;

/** Finds blueprints by their names, and the paths above their rules. */
export class MountedBlueprints {
  readonly #modules: ModuleNames<RoutingModule>;
  readonly #byName = new Map<string, FlaskBlueprint[]>();
  readonly #mounts = new Map<FlaskBlueprint, Mount>();

  constructor(modules: readonly RoutingModule[]) {
    this.#modules = new ModuleNames(modules);
    for (const { variable, blueprint } of modules.flatMap(namedBlueprints)) {
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

  /** The blueprint that a name stands for; `null` if it stands for none, or nothing tells for which. */
  find({ path, variable, origin }: RouterName): FlaskBlueprint | null {
    const own = ownBlueprint(this.#modules.at(path)?.flask, variable);
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
    const own = ownBlueprint(module.flask, variable);
    if (own !== undefined) return own;
    const further = module.flask.imported.get(variable);
    return further === undefined ? null : this.#imported(module.path, further, hops - 1);
  }

  /** Whether some module registers a blueprint by its name. */
  isMounted(blueprint: FlaskBlueprint): boolean {
    return this.#mounts.has(blueprint);
  }

  /** The path above a blueprint's rules; `null` if it is not known. */
  prefix(
    blueprint: FlaskBlueprint,
    seen: ReadonlySet<FlaskBlueprint> = new Set(),
  ): string | null {
    const mount = this.#mounts.get(blueprint);
    const { urlPrefix = "" } = mount?.registration.urlPrefix === undefined
      ? blueprint
      : mount.registration;
    if (urlPrefix === null || seen.has(blueprint)) return null;
    if (mount === undefined) return urlPrefix;
    const { path, registration: { target: variable, targetOrigin: origin } } = mount;
    const parent = this.find({ path, variable, origin });
    if (parent === null) return urlPrefix;
    const outer = this.prefix(parent, new Set([...seen, blueprint]));
    return outer === null ? null : joinPaths(outer, urlPrefix);
  }
}

function namedBlueprints({ flask }: RoutingModule) {
  const own = flask.blueprints.map((blueprint) => ({ variable: blueprint.variable, blueprint }));
  const others = [...flask.aliases.keys()].flatMap((variable) => {
    const blueprint = ownBlueprint(flask, variable);
    return blueprint === undefined || blueprint.variable === variable
      ? []
      : [{ variable, blueprint }];
  });
  return [...own, ...others];
}

function ownBlueprint(
  flask: FlaskModule | undefined,
  variable: string,
): FlaskBlueprint | undefined {
  const name = flask?.aliases.get(variable) ?? variable;
  return flask?.blueprints.findLast((each) => each.variable === name);
}

/** Joins paths as Flask joins a prefix and a rule. */
export function joinPaths(prefix: string, rule: string): string {
  return rule === "" ? prefix : `${prefix.replace(/\/$/, "")}/${rule.replace(/^\//, "")}`;
}
