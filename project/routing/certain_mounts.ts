/** Finds the blueprints that an application certainly registers, and registrations that Flask refuses. */

import type { Snapshot } from "../../core/change_set.ts";
import { projectPath } from "../../core/project_path.ts";
import type { PythonProblem } from "../../python/problem.ts";
import { isInTests } from "../layout/layout.ts";
import type { FlaskBlueprint } from "./flask_module.ts";
import type { Mount, MountedBlueprints, PlainMount, RoutingModule } from "./mounted_blueprints.ts";
import { isRegisteredByPackage, registersAll } from "./registering_package.ts";

const CALL = /(?<!\bdef )\b(\w+)\(/g;

/** A problem in a file. */
type FileProblem = Pick<PythonProblem, "line" | "message"> & { readonly file: string };

/** The registrations of a project that run whenever their application is created. */
export class CertainMounts {
  readonly #blueprints: MountedBlueprints;
  /** The folders of packages that register all of their modules. */
  readonly #packages: ReadonlySet<string>;
  readonly #plain: ReadonlySet<Mount["registration"]>;
  readonly #applications = new Map<FlaskBlueprint, string | null>();
  readonly #files: Snapshot;
  #called: ReadonlySet<string> | undefined;

  /** @param packages The folders of packages that register their modules' blueprints. */
  constructor(blueprints: MountedBlueprints, files: Snapshot, packages: ReadonlySet<string>) {
    this.#blueprints = blueprints;
    this.#files = files;
    this.#packages = new Set(
      [...packages].filter((folder) =>
        registersAll(files.get(projectPath(`${folder}/__init__.py`)) ?? "")
      ),
    );
    this.#plain = new Set(blueprints.plainMounts().map(({ registration }) => registration));
  }

  /**
   * Returns the application that registers a blueprint, directly or on other blueprints: its module and its
   * variable. `null` if that is not certain.
   */
  applicationOf(blueprint: FlaskBlueprint): string | null {
    const known = this.#applications.get(blueprint);
    if (known !== undefined) return known;
    // Blueprints may be mounted on each other in a circle.
    this.#applications.set(blueprint, null);
    const mount = this.#blueprints.mountOf(blueprint);
    const isCertain = mount !== null &&
      (this.#plain.has(mount.registration) || this.#isByPackage(blueprint));
    const found = isCertain ? this.#targetOf(mount) : null;
    this.#applications.set(blueprint, found);
    return found;
  }

  /** Returns the application of a registration's target; `null` if it is unknown. */
  #targetOf(mount: Mount): string | null {
    const outer = this.#blueprints.targetOf(mount);
    if (outer !== null) return this.applicationOf(outer);
    const { path, registration: { target, targetOrigin, targetParameter } } = mount;
    const given = targetParameter === undefined
      ? [{ path, variable: target, origin: targetOrigin }]
      : this.#blueprints.passedFor(mount).map(({ path, passed }) => ({
        path,
        variable: passed.router,
      }));
    if (given.length === 0 && this.#isCalled(targetParameter?.function ?? "")) {
      return this.#blueprints.onlyApplication();
    }
    const [first = null, ...others] = given.map((each) => this.#blueprints.applicationOf(each));
    return others.every((each) => each === first) ? first : null;
  }

  /** Reports whether code of the app calls a function of a name. */
  #isCalled(name: string): boolean {
    this.#called ??= new Set(
      [...this.#files].filter(([path]) => !isInTests(path)).flatMap(([, text]) =>
        [...text.matchAll(CALL)].map(([, called = ""]) => called)
      ),
    );
    return this.#called.has(name);
  }

  #isByPackage(blueprint: FlaskBlueprint): boolean {
    const path = this.#blueprints.pathOf(blueprint);
    const holds = (variable: string) =>
      path !== null && this.#blueprints.find({ path, variable }) === blueprint;
    return path !== null && isRegisteredByPackage(path, holds, this.#packages);
  }

  /**
   * Finds the blueprints that an application, or another blueprint, gets under a name that it has already.
   * Flask refuses the second one.
   *
   * @param modules The project's modules, sorted by path.
   */
  problems(modules: readonly RoutingModule[]): readonly FileProblem[] {
    if (this.#plain.size === 0 && this.#packages.size === 0) return [];
    const byHand = this.#blueprints.plainMounts();
    const loops = this.#blueprints.openMounts();
    const byPackage = modules.flatMap(({ path, flask: { blueprints } }) =>
      blueprints.flatMap((blueprint) => {
        const mount = this.#isByPackage(blueprint)
          ? loops.find((loop) => path.startsWith(loop.path.replace(/__init__\.py$/, "")))
          : undefined;
        return mount === undefined ? [] : [{ ...mount, blueprint }];
      })
    );
    const named = Map.groupBy([...byPackage, ...byHand], (each) => this.#nameOf(each) ?? "");
    return [...named].flatMap(([name, [first, ...others]]) =>
      name === "" || first === undefined ? [] : others.map((each) => this.#problem(first, each))
    );
  }

  /** Returns the application of a registration, the blueprints around it, and its name; `null` if unknown. */
  #nameOf(mount: PlainMount): string | null {
    const application = this.#targetOf(mount);
    const { blueprint: { name } } = mount;
    const outer = this.#blueprints.targetOf(mount);
    const around = outer === null ? "" : `${this.#placeOf(outer)} ${outer.variable}`;
    return application === null || name === null ? null : `${application} ${around} ${name}`;
  }

  #problem(
    first: PlainMount,
    { blueprint, path, registration: { line } }: PlainMount,
  ): FileProblem {
    if (first.blueprint === blueprint) {
      const { variable } = blueprint;
      const message = `registers '${variable}' a second time: the app does not start`;
      return { file: path, line, message };
    }
    const message = `a blueprint in ${this.#placeOf(first.blueprint)} has the name ` +
      `'${blueprint.name}', too: the app does not start`;
    return { file: this.#blueprints.pathOf(blueprint) ?? path, line: blueprint.line, message };
  }

  #placeOf(blueprint: FlaskBlueprint): string {
    return `${this.#blueprints.pathOf(blueprint)}:${blueprint.line}`;
  }
}
