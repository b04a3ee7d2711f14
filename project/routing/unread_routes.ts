/** Finds the code that adds routes in ways that the analysis does not follow. */

import type { Snapshot } from "../../core/change_set.ts";
import { counted } from "../../core/report.ts";
import { DEFAULT_LAYOUT, isInTests } from "../layout/layout.ts";
import type { FlaskEndpoint } from "./flask_endpoint.ts";
import type { Mount, MountedBlueprints, RoutingModule } from "./mounted_blueprints.ts";
import { CONNEXION, type OtherRouter } from "./other_frameworks.ts";
import { registersByName } from "./registering_package.ts";

/** Code that adds routes, or may add routes, that the analysis does not list. */
export interface UnreadRoutes {
  /** Relative to the project's root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Short description. */
  readonly message: string;
}

/** Tells the endpoints of other frameworks from Flask's. */
export class OtherFrameworks {
  readonly #blueprints: MountedBlueprints;
  /** The framework of every endpoint whose router is unknown; `null` if it may be Flask. */
  readonly #only: string | null;
  /** The first application of each framework, or its first router. */
  readonly #first = new Map<string, Pick<UnreadRoutes, "file" | "line">>();
  readonly #routes = new Map<string, number>();

  constructor(modules: readonly RoutingModule[], blueprints: MountedBlueprints) {
    this.#blueprints = blueprints;
    const own = modules.filter(({ path }) => !isInTests(path));
    const found = own.flatMap(({ path, flask }) =>
      flask.others.map((each) => ({ ...each, file: path }))
    );
    for (const { framework, file, line } of [...found.filter(isApplication), ...found]) {
      if (!this.#first.has(framework)) this.#first.set(framework, { file, line });
    }
    const usesFlask = own.some(({ flask }) =>
      flask.blueprints.length > 0 || flask.applications.length > 0
    );
    const [only = null] = this.#first.has(CONNEXION) ? [] : this.#first.keys();
    this.#only = usesFlask ? null : only;
    for (const module of own) {
      for (const each of module.flask.endpoints) this.#count(this.#of(module, each));
    }
  }

  /** Returns the endpoints of a module that Flask serves, as far as the code shows. */
  flaskEndpoints(module: RoutingModule): readonly FlaskEndpoint[] {
    if (this.#first.size === 0) return module.flask.endpoints;
    return module.flask.endpoints.filter((each) => this.#of(module, each) === null);
  }

  /** Describes each framework. */
  notes(): readonly UnreadRoutes[] {
    return [...this.#first].map(([framework, place]) => {
      const routes = this.#routes.get(framework) ?? 0;
      const what = routes === 0 ? "routes" : counted(routes, "route");
      return { ...place, message: `${framework} serves ${what}; only Flask's are read` };
    });
  }

  #of({ path }: RoutingModule, { blueprint, origin }: FlaskEndpoint): string | null {
    if (this.#first.size === 0) return null;
    return this.#blueprints.frameworkOf({ path, variable: blueprint, origin }) ?? this.#only;
  }

  #count(framework: string | null): void {
    if (framework === null) return;
    this.#routes.set(framework, (this.#routes.get(framework) ?? 0) + 1);
  }
}

function isApplication({ isApplication }: OtherRouter): boolean {
  return isApplication;
}

/** Finds the registrations of blueprints that the analysis does not follow. */
export function unreadRegistrations(
  files: Snapshot,
  blueprints: MountedBlueprints,
): readonly UnreadRoutes[] {
  const isApp = ({ path }: Mount) => DEFAULT_LAYOUT.mayMount(path);
  const open = blueprints.openMounts().filter(isApp)
    .filter(({ path }) => !registersByName(files.get(path) ?? ""));
  const unfollowed = blueprints.unfollowedMounts().filter(isApp);
  return [...open, ...unfollowed].map(({ path, registration: { blueprint, line } }) => ({
    file: path,
    line,
    message: `registers a blueprint that was not found: ${shortened(blueprint)}`,
  }));
}

const MAX_SHOWN = 60;

/** Shows an expression in one line. */
function shortened(source: string): string {
  const line = source.replaceAll(/\s+/g, " ");
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}...`;
}
