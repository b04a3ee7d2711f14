/** The places of endpoints in an exported spec: their routes, subroutes and paths. */

import { urlPrefix } from "../../project/layout/layout.ts";
import { recordedPrefix } from "../../project/records/recorded_path.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import {
  comparablePath,
  isPathBelow,
  printedPath,
  requestKey,
} from "../../project/layout/url_paths.ts";
import { FreeNames } from "../../spec/free_names.ts";
import { nameLike, pathWords } from "../../spec/made_names.ts";
import { isName, MAX_NAME_LENGTH } from "../../spec/names.ts";
import { MAX_PATH_LENGTH, pathProblems, pathSegments } from "../../spec/spec_path.ts";

/** The place of an endpoint in a spec. */
export interface ExportedPlace {
  readonly route: string;
  /** The path of the route, which is the prefix of its paths. */
  readonly prefix: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  /** The path of the subroute; empty for the route's own endpoint. */
  readonly path: string;
}

/** The names of a route's subroutes. */
interface NamedSubroutes {
  readonly byName: Map<string, string>;
  readonly names: FreeNames;
  readonly byPath: Map<string, string>;
}

/**
 * Finds places for endpoints. Recorded endpoints keep their names. Other endpoints get names from
 * their paths: the first segment names the route, the rest names the subroute.
 */
export class ExportedPlaces {
  /** The recorded places, by method and path. */
  readonly #recorded = new Map<string, Pick<ExportedPlace, "route" | "prefix" | "subroute">>();
  readonly #routes = new Map<string, string>();
  readonly #names = new FreeNames();
  readonly #subroutes = new Map<string, NamedSubroutes>();
  /** The first spelling of each path, by the key of {@linkcode comparablePath}. */
  readonly #written = new Map<string, string>();

  constructor(records: ReadonlyMap<string, RouteRecord>) {
    for (const [route, record] of records) {
      const prefix = recordedPrefix(route, record);
      // Records may come from a stranger's repository, so they are checked like other input.
      if (!isName(route) || pathProblems(prefix, true).length > 0) continue;
      if (record.endpoints.length > 0) this.#use(route, prefix);
      for (const { method, path, subroute } of record.endpoints) {
        if (subroute !== null && !isName(subroute)) continue;
        // Endpoints of other blueprints may be outside of the route's prefix.
        if (!isPathBelow(path, prefix)) continue;
        this.#recorded.set(requestKey(method, path), { route, prefix, subroute });
      }
    }
  }

  /**
   * Returns the place of an endpoint, or the reason why a spec cannot have the endpoint.
   *
   * @param flaskPath The full path.
   */
  of(method: string, flaskPath: string): ExportedPlace | string {
    const full = printedPath(flaskPath);
    const problem = pathProblem(full);
    if (problem !== null) return problem;
    const form = comparablePath(full);
    const written = this.#written.get(form) ?? full;
    if (typesOf(written) !== typesOf(full)) return `its parameter types differ from '${written}'`;
    const recorded = this.#recorded.get(requestKey(method, full));
    const route = recorded ?? this.#routeOf(written);
    const path = written.slice(route.prefix.length);
    const isOwn = path === "" && (recorded === undefined || recorded.subroute === null);
    const subroute = isOwn ? null : this.#subroute(
      route.route,
      path,
      recorded?.subroute ?? nameLike(pathWords(path).join("_")),
    );
    const place = { route: route.route, prefix: route.prefix, subroute, path };
    if ([place.route, subroute ?? ""].some((each) => each.length > MAX_NAME_LENGTH)) {
      return `a spec's names have at most ${MAX_NAME_LENGTH} characters`;
    }
    this.#written.set(form, written);
    return place;
  }

  /**
   * Returns the route whose prefix covers most of a path, or a new route for the path's first
   * segment.
   */
  #routeOf(path: string): Pick<ExportedPlace, "route" | "prefix"> {
    for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
      const prefix = path.slice(0, end);
      const route = this.#routes.get(prefix);
      if (route !== undefined) return { route, prefix };
    }
    const [, first = ""] = path.split("/");
    const route = this.#names.take([nameLike(first)]);
    const prefix = urlPrefix(first);
    this.#use(route, prefix);
    return { route, prefix };
  }

  #use(route: string, prefix: string): void {
    this.#routes.set(prefix, route);
    this.#names.add(route);
  }

  /** Returns a name for a subroute. Endpoints with the same path share the name. */
  #subroute(route: string, path: string, wanted: string): string {
    const known = this.#subroutes.get(route) ?? {
      byName: new Map(),
      names: new FreeNames(),
      byPath: new Map(),
    };
    this.#subroutes.set(route, known);
    if (known.byName.get(wanted) === path) return wanted;
    const name = known.byName.has(wanted)
      ? known.byPath.get(path) ?? known.names.take([wanted])
      : wanted;
    known.byName.set(name, path);
    known.names.add(name);
    if (!known.byPath.has(path)) known.byPath.set(path, name);
    return name;
  }
}

const NOT_A_PATH = "a spec's paths have only letters, digits and _-.~";

/** Returns the reason why a spec cannot have a path; `null` if it can. */
function pathProblem(path: string): string | null {
  if (path === "/") return "a spec has no endpoint at /";
  if (path.endsWith("/")) return "a spec's paths have no / at the end";
  const [, first = ""] = path.split("/");
  if (first.startsWith("{")) return "a spec's paths begin with a literal segment";
  if (path.length > MAX_PATH_LENGTH) {
    return `a spec's paths have at most ${MAX_PATH_LENGTH} characters`;
  }
  if (pathProblems(path, false).length === 0) return null;
  const unknown = /\{\w+:([^{}]*)\}/.exec(path)?.[1];
  return unknown === undefined || ["int", "float", "uuid"].includes(unknown)
    ? NOT_A_PATH
    : `a spec has no parameters of the type ${unknown}`;
}

/** Returns the types of a path's parameters. */
function typesOf(path: string): string {
  return pathSegments(path).map((each) => typeof each === "string" ? "" : each.type).join("/");
}
