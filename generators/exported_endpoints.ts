/** The endpoints of a project that a spec can describe. */

import type { AnalyzedEndpoint, AnalyzedRoute } from "../project/analysis.ts";
import { type Method, parseMethod } from "../spec/api_spec.ts";
import { routeNameProblem, subrouteNameProblem } from "../spec/name_problem.ts";

/** A part of a project that a spec cannot describe. */
export interface OmittedPart {
  /** Relative to the project's root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The part, such as `PATCH /users` or `mock of GET /users`; `problem` for code that cannot be read. */
  readonly what: string;
  /** Why a spec cannot describe it. */
  readonly reason: string;
}

/** An endpoint of the exported spec. */
export interface ExportedEndpoint {
  readonly route: string;
  /** `null` for the route's own endpoint. */
  readonly subroute: string | null;
  readonly method: Method;
  /** The endpoint in the code. */
  readonly source: AnalyzedEndpoint;
}

/** The endpoints that fit into a spec, and those that do not. */
export interface SelectedEndpoints {
  /** In the order of the code. */
  readonly endpoints: readonly ExportedEndpoint[];
  readonly omitted: readonly OmittedPart[];
}

type Place = Pick<ExportedEndpoint, "route" | "subroute">;

/** Returns the name of an endpoint for people, such as `GET /users/active`. */
export function endpointLabel(
  { route, subroute, method }: Omit<ExportedEndpoint, "source">,
): string {
  return `${method} /${route}${subroute === null ? "" : `/${subroute}`}`;
}

/**
 * Selects the endpoints that a spec can describe: one for each method and path.
 *
 * @example
 * ```ts
 * import { endpointLabel, selectEndpoints } from "./exported_endpoints.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const place = { handler: "f", file: "app.py", line: 3, registered: true };
 * const { endpoints, omitted } = selectEndpoints([{
 *   name: "app",
 *   file: "app.py",
 *   endpoints: [
 *     { methods: ["GET", "POST"], path: "/users", ...place },
 *     { methods: ["GET"], path: "/users/<int:id>", ...place },
 *   ],
 * }]);
 * deepEqual(endpoints.map(endpointLabel), ["GET /users", "POST /users"]);
 * deepEqual(omitted.map(({ what }) => what), ["GET /users/{id:int}"]);
 * ```
 */
export function selectEndpoints(routes: readonly AnalyzedRoute[]): SelectedEndpoints {
  const selection = new Selection();
  for (const source of routes.flatMap(({ endpoints }) => endpoints)) selection.add(source);
  return selection.result();
}

class Selection {
  /** The first endpoint of each method and path that could be in a spec. */
  readonly #first = new Map<string, ExportedEndpoint>();
  readonly #omitted: OmittedPart[] = [];

  add(source: AnalyzedEndpoint): void {
    const methods = ownMethods(source.methods);
    if (source.path === null) {
      return this.#omit(source, `${methods?.join(",") ?? "?"} ?`, "its path is computed");
    }
    const path = specPath(source.path);
    if (methods === null) return this.#omit(source, `? ${path}`, "its methods are computed");
    const place = placeOf(source.path);
    for (const each of methods) {
      const method = parseMethod(each);
      if (method === null) this.#omit(source, `${each} ${path}`, `a spec has no ${each}`);
      else if (typeof place === "string") this.#omit(source, `${each} ${path}`, place);
      else this.#consider({ ...place, method, source });
    }
  }

  #consider(endpoint: ExportedEndpoint): void {
    const label = endpointLabel(endpoint);
    const first = this.#first.get(label)?.source;
    // Code that nothing registers does not stand in for code that answers.
    const isBetter = first === undefined || !first.registered && endpoint.source.registered;
    const kept = isBetter ? endpoint.source : first;
    if (isBetter) this.#first.set(label, endpoint);
    if (first === undefined) return;
    const other = isBetter ? first : endpoint.source;
    this.#omit(other, label, `${kept.file}:${kept.line} has it already`);
  }

  result(): SelectedEndpoints {
    return { endpoints: [...this.#first.values()], omitted: this.#omitted };
  }

  #omit({ file, line }: AnalyzedEndpoint, what: string, reason: string): void {
    this.#omitted.push({ file, line, what, reason });
  }
}

/** Leaves out the methods that Flask answers itself. */
function ownMethods(methods: readonly string[] | null): readonly string[] | null {
  if (methods === null) return null;
  const own = methods.filter((each) =>
    each !== "OPTIONS" && !(each === "HEAD" && methods.includes("GET"))
  );
  return [...new Set(own)];
}

/** Returns a Flask path as specs write paths: `/users/{id:int}` for `/users/<int:id>`. */
function specPath(path: string): string {
  return path.replace(
    /<(?:([^<>:]*):)?([^<>]*)>/g,
    (_, type: string | undefined, name: string) =>
      `{${name}${type === undefined ? "" : `:${type}`}}`,
  );
}

const NOT_A_NAME = "a spec takes only names of letters, digits and _";

/** Returns the place of a URL rule in a spec, or the reason why it has none. */
export function placeOf(path: string): Place | string {
  if (path === "/") return "a spec has no endpoint at /";
  if (path.includes("<")) return "a spec's paths have no parameters";
  if (path.endsWith("/")) return "a spec's paths have no / at the end";
  const [, route = "", subroute = null, ...rest] = path.split("/");
  if (rest.length > 0) return "a spec's paths are /<route> or /<route>/<subroute>";
  if (routeNameProblem(route) !== null) return NOT_A_NAME;
  const isNamed = subroute === null || subrouteNameProblem(subroute, route) === null;
  return isNamed ? { route, subroute } : NOT_A_NAME;
}
