/** The URL prefix of a route's blueprint. */

import type { Snapshot } from "../../core/change_set.ts";
import { type Diagnostic, info } from "../../core/diagnostic.ts";
import type { ProjectPath } from "../../core/project_path.ts";
import { type FlaskBlueprint, flaskModuleIn } from "../../project/routing/flask_module.ts";
import { blueprintVariable, DEFAULT_LAYOUT, urlPrefix } from "../../project/layout/layout.ts";
import { MissingRegistrations } from "../../project/routing/missing_registration.ts";
import { type MountGap, mountGaps } from "../../project/routing/mount_gaps.ts";
import { ModuleNames } from "../../project/routing/module_names.ts";
import { MountedBlueprints, type RoutingModule } from "../../project/routing/mounted_blueprints.ts";
import { unregisteredBlueprint } from "../plans/unregistered.ts";

/** The modules that register the blueprints of most projects. */
export const MOUNTING_PATHS: readonly ProjectPath[] = [
  DEFAULT_LAYOUT.factory,
  DEFAULT_LAYOUT.routesPackage,
];

/** A blueprint as its route's module names it. */
export interface RouteBlueprint {
  readonly route: string;
  readonly variable: string;
  /** The route's module, then the modules that may define its blueprint. */
  readonly modules: readonly [RoutingModule, ...RoutingModule[]];
}

export interface RoutePrefix {
  readonly prefix: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reports whether more modules are needed to determine a blueprint's prefix.
 *
 * @param snapshot The route's module and {@linkcode MOUNTING_PATHS}.
 */
export function needsMoreModules(blueprint: RouteBlueprint, snapshot: Snapshot): boolean {
  if (generatedPrefix(blueprint, snapshot) !== null) return false;
  const { gaps, found } = readMounts(blueprint, snapshot);
  return found === null || gaps.some(({ kind }) => kind !== "value");
}

/**
 * Finds the URL prefix of a route's blueprint.
 *
 * @param snapshot The modules that may define the prefix.
 */
export function routePrefix(blueprint: RouteBlueprint, snapshot: Snapshot): RoutePrefix {
  const generated = generatedPrefix(blueprint, snapshot);
  if (generated !== null) return { prefix: generated, diagnostics: [] };
  const { gaps, found, blueprints } = readMounts(blueprint, snapshot);
  const known = found === null ? null : blueprints.prefix(found);
  const prefix = known ?? found?.urlPrefix ?? urlPrefix(blueprint.route);
  const computed = gaps.find(({ kind }) => kind === "value");
  if (computed?.kind === "value") {
    const message = `Cannot determine the URL prefix of '${blueprint.variable}', which ` +
      `${computed.path}:${computed.line} computes. The new test assumes '${prefix}'`;
    return { prefix, diagnostics: [info("mounting-unclear", message)] };
  }
  const isMissing = gaps.some(({ kind }) => kind === "registration");
  return { prefix, diagnostics: isMissing ? missingRegistration(blueprint, snapshot) : [] };
}

function missingRegistration(
  { variable, modules: [{ path, flask }] }: RouteBlueprint,
  snapshot: Snapshot,
): readonly Diagnostic[] {
  const origin = flask.imported.get(variable);
  const missing = new MissingRegistrations(snapshot).named({ path, variable, origin });
  return missing === null ? [] : [unregisteredBlueprint(missing)];
}

/** Reports whether the generated loop registers the blueprints of all routes. */
export function hasGeneratedLoop(snapshot: Snapshot): boolean {
  return callsLoop(snapshot.get(DEFAULT_LAYOUT.factory) ?? "") &&
    hasLoop(snapshot.get(DEFAULT_LAYOUT.routesPackage) ?? "");
}

/**
 * Returns the prefix of a blueprint that the generated loop registers; `null` for any other
 * blueprint. The loop is the usual case, in which other modules need not be parsed.
 */
function generatedPrefix({ route, variable, modules }: RouteBlueprint, snapshot: Snapshot) {
  const [{ flask }] = modules;
  const [only, ...more] = flask.blueprints;
  const isUsual = variable === blueprintVariable(route) && only?.variable === variable &&
    more.length === 0 && flask.registrations.length === 0 && hasGeneratedLoop(snapshot);
  return isUsual ? only.urlPrefix ?? null : null;
}

/** Reports whether an application factory registers the blueprints of all routes, and no others. */
function callsLoop(app: string): boolean {
  return /^ {4}register_blueprints\(app\)$/m.test(app) &&
    app.split("register_blueprints(").length === 2 &&
    !/\bBlueprint\b|\bregister_blueprint\b/.test(app);
}

/**
 * Reports whether a package registers the blueprints of its modules without changing their
 * prefixes.
 */
function hasLoop(routes: string): boolean {
  return routes.split(/\bregister_blueprint\b/).length === 2 &&
    routes.includes("    app.register_blueprint(getattr(route, blueprint))");
}

interface Mounts {
  readonly blueprints: MountedBlueprints;
  /** `null` if no module defines the blueprint. */
  readonly found: FlaskBlueprint | null;
  readonly gaps: readonly MountGap[];
}

// Each round finds more modules, for example if a blueprint is nested in another one, whose prefix
// is a constant of a third module.
const MAX_ROUNDS = 5;

function readMounts({ variable, modules }: RouteBlueprint, snapshot: Snapshot): Mounts {
  const [{ path, flask: { imported } }] = modules;
  const known = new Map(modules.map((module) => [module.path, module]));
  const add = (path: ProjectPath) => {
    if (known.has(path) || !snapshot.has(path)) return;
    known.set(path, { path, flask: flaskModuleIn(snapshot, path) });
  };
  for (const [path, text] of snapshot) {
    if (text.includes("register_blueprint") && DEFAULT_LAYOUT.mayMount(path)) add(path);
  }
  for (let round = 0;; round++) {
    const blueprints = new MountedBlueprints([...known.values()]);
    const found = blueprints.find({ path, variable, origin: imported.get(variable) });
    const gaps = found === null ? [] : mountGaps(blueprints, found);
    const count = known.size;
    for (const gap of gaps) for (const each of modulesFor(gap, snapshot, known)) add(each);
    if (known.size === count || round === MAX_ROUNDS) return { blueprints, found, gaps };
  }
}

/** Returns the modules that may have the missing part of a prefix. */
function modulesFor(
  gap: MountGap,
  snapshot: Snapshot,
  known: ReadonlyMap<ProjectPath, RoutingModule>,
): readonly ProjectPath[] {
  const paths = [...snapshot.keys()].filter((path) => DEFAULT_LAYOUT.mayMount(path));
  switch (gap.kind) {
    case "call":
      return paths.filter((path) => snapshot.get(path)?.includes(`${gap.called}(`));
    case "import": {
      const names = new ModuleNames(paths.map((path) => ({ path })));
      const found: ProjectPath[] = [];
      let { path, origin }: { path: ProjectPath; origin: string | undefined } = gap;
      while (origin !== undefined && found.length < MAX_ROUNDS) {
        const name = origin.slice(origin.lastIndexOf(".") + 1);
        const module = names.find(path, origin.slice(0, -name.length));
        if (module === undefined) break;
        found.push(module.path);
        path = module.path;
        // Modules that were just found are read in the next round.
        origin = known.get(path)?.flask.imported.get(name);
      }
      return found;
    }
    case "registration":
    case "value":
      return [];
  }
}
