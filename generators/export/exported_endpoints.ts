/** The endpoints of a project that a spec can describe. */

import type { AnalyzedEndpoint, AnalyzedRoute } from "../../project/routing/analysis.ts";
import type { RouteRecord } from "../../project/records/route_record.ts";
import { printedPath } from "../../project/layout/url_paths.ts";
import { type Method, parseMethod } from "../../spec/api_spec.ts";
import { type ExportedPlace, ExportedPlaces } from "./exported_places.ts";

/** A part of a project that a spec cannot describe. */
export interface OmittedPart {
  /** Relative to the project's root. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The part, such as `PATCH /users` or `mock of GET /users`; `problem` for code that cannot be read. */
  readonly what: string;
  /** The reason why a spec cannot describe it. */
  readonly reason: string;
}

/** An endpoint of the exported spec. */
export interface ExportedEndpoint extends ExportedPlace {
  readonly method: Method;
  /** The endpoint in the code. */
  readonly source: AnalyzedEndpoint;
}

/** The endpoints that fit into a spec, and those that do not. */
export interface SelectedEndpoints<Endpoint = ExportedEndpoint> {
  /** In the order of the code. */
  readonly endpoints: readonly Endpoint[];
  readonly omitted: readonly OmittedPart[];
}

/** Returns the name of an endpoint for people, such as `GET /users/active`. */
export function endpointLabel(
  { prefix, path, method }: Pick<ExportedEndpoint, "prefix" | "path" | "method">,
): string {
  return `${method} ${prefix}${path}`;
}

/**
 * Selects the endpoints that a spec can describe: one for each method and path.
 *
 * @param records The records of routes, whose endpoints keep their names.
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
 *     { methods: ["PATCH"], path: "/users/<int:id>", ...place },
 *   ],
 * }], new Map());
 * deepEqual(endpoints.map(endpointLabel), ["GET /users", "POST /users"]);
 * deepEqual(omitted.map(({ what }) => what), ["PATCH /users/{id:int}"]);
 * ```
 */
export function selectEndpoints(
  routes: readonly AnalyzedRoute[],
  records: ReadonlyMap<string, RouteRecord>,
): SelectedEndpoints {
  const selection = new Selection(new ExportedPlaces(records));
  for (const source of routes.flatMap(({ endpoints }) => endpoints)) selection.add(source);
  return selection.result();
}

class Selection {
  /** The selected endpoint of each method and path. */
  readonly #first = new Map<string, ExportedEndpoint>();
  readonly #omitted: OmittedPart[] = [];
  readonly #places: ExportedPlaces;

  constructor(places: ExportedPlaces) {
    this.#places = places;
  }

  add(source: AnalyzedEndpoint): void {
    const methods = ownMethods(source.methods);
    if (source.path === null) {
      return this.#omit(source, `${methods?.join(",") ?? "?"} ?`, "its path is computed");
    }
    const path = printedPath(source.path);
    if (methods === null) return this.#omit(source, `? ${path}`, "its methods are computed");
    for (const each of methods) {
      const method = parseMethod(each);
      if (method === null) {
        this.#omit(source, `${each} ${path}`, `a spec has no ${each}`);
        continue;
      }
      const place = this.#places.of(method, source.path);
      if (typeof place === "string") this.#omit(source, `${each} ${path}`, place);
      else this.#consider({ ...place, method, source });
    }
  }

  #consider(endpoint: ExportedEndpoint): void {
    const label = endpointLabel(endpoint);
    const first = this.#first.get(label)?.source;
    // Of two endpoints with the same method and path, the one that answers requests is exported.
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
export function ownMethods(methods: readonly string[] | null): readonly string[] | null {
  if (methods === null) return null;
  const own = methods.filter((each) =>
    each !== "OPTIONS" && !(each === "HEAD" && methods.includes("GET"))
  );
  return [...new Set(own)];
}
