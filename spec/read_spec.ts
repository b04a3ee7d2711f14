/** Reads a spec, and returns either the checked spec or all of its errors. */

import { type Diagnostic, error, hasErrors, warning } from "../core/diagnostic.ts";
import {
  type Json,
  type JsonMember,
  type JsonObject,
  JsonSyntaxError,
  memberValue,
  withoutRepeatedKeys,
} from "../core/json.ts";
import {
  excerpt,
  jsonPointer,
  type Position,
  positionAt,
  positionsIn,
  tryToParseJson,
} from "../core/json_text.ts";
import { jsonOf } from "../core/json_value.ts";
import { quotable } from "../core/printable.ts";
import {
  type ApiSpec,
  type EndpointSpec,
  type Method,
  parseMethod,
  type RouteSpec,
  type SubrouteSpec,
} from "./api_spec.ts";
import type { ApiSpecInput } from "./api_spec_input.ts";
import { findMockProblems } from "./mock.ts";
import { type NameProblem, routeNameProblem, subrouteNameProblem } from "./name_problem.ts";
import { MAX_NAME_LENGTH, nearest } from "./names.ts";

export interface SpecResult {
  /** The spec; `null` if any diagnostic is an error. */
  readonly spec: ApiSpec | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadSpecOptions {
  /** The spec's path, for messages. */
  readonly path: string;
  /** Whether the project will be on a disk that ignores case in file names. */
  readonly foldsCase?: boolean;
}

/**
 * Reads a spec and checks all of it.
 *
 * @param spec JSON text without a byte order mark, or a value. Only text distinguishes `1.0` from `1`.
 * @returns The spec or its errors, in the order of the spec, with the warnings. Errors in a value have
 * a pointer, but no line.
 */
export function readSpec(spec: string | ApiSpecInput, options: ReadSpecOptions): SpecResult {
  if (typeof spec === "string") {
    const json = tryToParseJson(spec);
    if (!(json instanceof JsonSyntaxError)) return checkSpec(json, options, positionsIn(spec));
    return { spec: null, diagnostics: [syntaxDiagnostic(json, spec, options.path)] };
  }
  const json = jsonOf(spec);
  if (!(json instanceof JsonSyntaxError)) return checkSpec(json, options);
  const message = `Invalid JSON in ${options.path} (${json.reason}).`;
  const where = { path: options.path, line: null, column: null, pointer: null };
  return { spec: null, diagnostics: [error("json-syntax", message, { where })] };
}

/** Checks a parsed spec. Without `position`, its errors have no line. */
export function checkSpec(
  json: Json,
  options: ReadSpecOptions,
  position: (at: number) => Position | null = () => null,
): SpecResult {
  const reader = new SpecReader(options);
  const spec = reader.readTop(json);
  const found = reader.found.toSorted((a, b) => a.at - b.at);
  const diagnostics = found.map(({ at, placed }) => placed(position(at)));
  return { spec: hasErrors(diagnostics) ? null : spec, diagnostics };
}

/** Returns the error for text that is not JSON, with an excerpt. */
export function syntaxDiagnostic(
  { reason, at }: JsonSyntaxError,
  text: string,
  path: string,
): Diagnostic {
  const { line, column } = positionAt(text, at);
  return error(
    "json-syntax",
    `Invalid JSON in ${path}:${line}:${column} (${reason}).\n${excerpt(text, at)}`,
    { where: { path, line, column, pointer: null } },
  );
}

/** A problem and its offset. */
interface Finding {
  readonly at: number;
  readonly placed: (position: Position | null) => Diagnostic;
}

/**
 * Reports whether a name is too long. The contents of such a route or subroute are not checked, because every
 * error would repeat the name.
 */
function isTooLong(name: string): boolean {
  return name.length > MAX_NAME_LENGTH;
}

const NO_POSITION = { line: null, column: null };

type Path = readonly string[];
type MakeDiagnostic = typeof error;

/** A place in the spec: in words, and as a path of keys. */
interface SpecPlace {
  readonly words: string;
  readonly path: Path;
}

const TOP: SpecPlace = { words: "at top level", path: [] };

class SpecReader {
  readonly found: Finding[] = [];

  constructor(private readonly options: ReadSpecOptions) {}

  readTop(json: Json): ApiSpec {
    if (json.kind !== "object") {
      this.#report(error, "spec-not-object", "Spec must be a JSON object.", json.at, []);
      return { description: null, routes: [] };
    }
    this.#checkKeys(json, ["$schema", "project", "routes"], TOP);
    const description = this.#readDescription(json);
    const routes = this.#object(json, "routes", TOP);
    if (memberValue(json, "routes") === undefined) {
      const message = "Key 'routes' missing at top level.";
      this.#report(error, "spec-routes-missing", message, json.at, []);
    } else if (routes?.members.length === 0) {
      const message = "'routes' cannot be empty.";
      this.#report(error, "spec-routes-empty", message, routes.at, ["routes"]);
    }
    return { description, routes: routes === null ? [] : this.#readRoutes(routes) };
  }

  #readDescription(top: JsonObject): string | null {
    const project = this.#object(top, "project", TOP);
    if (project === null) return null;
    const place: SpecPlace = { words: "in 'project'", path: ["project"] };
    this.#checkKeys(project, ["description"], place);
    return this.#string(project, "description", place);
  }

  #readRoutes(routes: JsonObject): RouteSpec[] {
    this.#checkNames(routes, "Route", { words: "in 'routes'", path: ["routes"] });
    return routes.members.map((member) => this.#readRoute(member));
  }

  #readRoute({ key: name, at, value }: JsonMember): RouteSpec {
    const place: SpecPlace = { words: `in route '${quotable(name)}'`, path: ["routes", name] };
    this.#reportName(routeNameProblem(name), at, place);
    if (isTooLong(name)) return { name, method: "GET", mock: null, subroutes: [] };
    if (value.kind !== "object") {
      this.#reportShape(name, "an object", { ...place, words: "in 'routes'" }, value.at);
      return { name, method: "GET", mock: null, subroutes: [] };
    }
    this.#checkKeys(value, ["type", "mock", "subroutes"], place);
    const endpoint = this.#readEndpoint(value, place, name);
    const subroutes = this.#object(value, "subroutes", place);
    return {
      name,
      ...endpoint,
      subroutes: subroutes === null ? [] : this.#readSubroutes(subroutes, name),
    };
  }

  #readSubroutes(subroutes: JsonObject, route: string): SubrouteSpec[] {
    const words = `in route '${quotable(route)}'`;
    const path = ["routes", route, "subroutes"];
    this.#checkNames(subroutes, "Subroute", { words, path });
    return subroutes.members.map(({ key: name, at, value }) => {
      const place = {
        words: `in subroute '${quotable(name)}' of route '${quotable(route)}'`,
        path: [...path, name],
      };
      this.#reportName(subrouteNameProblem(name, route), at, place);
      if (isTooLong(name)) return { name, method: "GET", mock: null };
      if (value.kind !== "object") {
        this.#reportShape(name, "an object", { ...place, words }, value.at);
        return { name, method: "GET", mock: null };
      }
      this.#checkKeys(value, ["type", "mock"], place);
      return { name, ...this.#readEndpoint(value, place, route) };
    });
  }

  #readEndpoint(object: JsonObject, place: SpecPlace, route: string): EndpointSpec {
    const mock = memberValue(object, "mock");
    const checked = mock === undefined ? null : withoutRepeatedKeys(mock);
    const endpoint = { method: this.#readMethod(object, place, route), mock: checked };
    for (const { at, message } of checked === null ? [] : findMockProblems(checked, place.words)) {
      this.#report(error, "spec-limit", message, at, [...place.path, "mock"]);
    }
    return endpoint;
  }

  #readMethod(object: JsonObject, place: SpecPlace, route: string): Method {
    const text = this.#string(object, "type", place);
    if (memberValue(object, "type") === undefined) {
      const message = `Key 'type' missing ${place.words}.`;
      this.#report(error, "spec-type-missing", message, object.at, place.path);
    }
    if (text === null) return "GET";
    const method = parseMethod(text);
    if (method !== null) return method;
    const message = `Invalid HTTP method '${quotable(text)}' in route '${
      quotable(route)
    }' (must be GET, POST, PUT, or DELETE).`;
    const at = memberValue(object, "type")?.at ?? object.at;
    this.#report(error, "spec-method", message, at, [...place.path, "type"]);
    return "GET";
  }

  /** Checks that names are unique, and differ in more than case. */
  #checkNames(object: JsonObject, what: "Route" | "Subroute", place: SpecPlace): void {
    const seen = new Map<string, string>();
    for (const { key, at } of object.members) {
      const path = [...place.path, key];
      const folded = key.toLowerCase();
      const other = seen.get(folded);
      seen.set(folded, key);
      if (other === key) {
        const message = `Duplicate ${what.toLowerCase()} name '${quotable(key)}' ${place.words}.`;
        this.#report(error, "spec-duplicate", message, at, path);
      } else if (other !== undefined) {
        const message = `${what} names '${quotable(other)}' and '${
          quotable(key)
        }' differ only in case.`;
        this.#report(this.options.foldsCase ? error : warning, "spec-case", message, at, path);
      }
    }
  }

  /** Warns of unknown keys, and rejects repeated ones. */
  #checkKeys(object: JsonObject, known: readonly string[], place: SpecPlace): void {
    const seen = new Set<string>();
    for (const { key, at } of object.members) {
      const path = [...place.path, key];
      if (!known.includes(key)) {
        const meant = nearest(key, known);
        const message = `Unknown key '${quotable(key)}' ${place.words}`;
        const hint = meant === null ? undefined : `Did you mean '${meant}'?`;
        this.#report(warning, "spec-unknown-key", message, at, path, hint);
      } else if (seen.has(key)) {
        const message = `Duplicate key '${quotable(key)}' ${place.words}.`;
        this.#report(error, "spec-duplicate", message, at, path);
      }
      seen.add(key);
    }
  }

  #object(parent: JsonObject, key: string, place: SpecPlace): JsonObject | null {
    const value = memberValue(parent, key);
    if (value === undefined) return null;
    if (value.kind === "object") return value;
    this.#reportShape(key, "an object", { ...place, path: [...place.path, key] }, value.at);
    return null;
  }

  #string(parent: JsonObject, key: string, place: SpecPlace): string | null {
    const value = memberValue(parent, key);
    if (value === undefined) return null;
    if (value.kind === "string") return value.value;
    this.#reportShape(key, "a string", { ...place, path: [...place.path, key] }, value.at);
    return null;
  }

  #reportName(problem: NameProblem | null, at: number, { path }: SpecPlace): void {
    if (problem !== null) this.#report(error, problem.code, problem.message, at, path);
  }

  #reportShape(key: string, kind: string, { words, path }: SpecPlace, at: number): void {
    this.#report(error, "spec-shape", `'${quotable(key)}' must be ${kind} ${words}.`, at, path);
  }

  #report(
    severity: MakeDiagnostic,
    code: Diagnostic["code"],
    message: string,
    at: number,
    path: Path,
    hint?: string,
  ): void {
    const pointer = jsonPointer(path);
    this.found.push({
      at,
      placed: (position) => {
        const { line, column } = position ?? NO_POSITION;
        const where = { path: this.options.path, line, column, pointer };
        return severity(code, message, hint === undefined ? { where } : { where, hint });
      },
    });
  }
}
