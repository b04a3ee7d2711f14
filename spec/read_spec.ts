/** Reads a spec, and returns either the checked spec or all of its errors. */

import { type Diagnostic, error, hasErrors } from "../core/diagnostic.ts";
import {
  type Json,
  type JsonMember,
  type JsonObject,
  JsonSyntaxError,
  memberValue,
} from "../core/json.ts";
import { type Position, positionsIn, tryToParseJson } from "../core/json_text.ts";
import { jsonOf } from "../core/json_value.ts";
import { quotable } from "../core/printable.ts";
import { syntaxDiagnostic } from "../core/syntax_diagnostic.ts";
import type { ApiSpec, RouteSpec, SubrouteSpec } from "./api_spec.ts";
import type { ApiSpecInput } from "./api_spec_input.ts";
import { withCreatedIds } from "./created_id.ts";
import { Findings, type SpecPlace } from "./findings.ts";
import {
  type NameProblem,
  newNameHint,
  routeNameProblem,
  subrouteNameProblem,
} from "./name_problem.ts";
import { MAX_NAME_LENGTH } from "./names.ts";
import { isLikeHtml, isLikeOpenApi, isLikeYaml, isOpenApi } from "./other_document.ts";
import { overlappingPaths, type PlacedPath } from "./overlapping_paths.ts";
import { ENDPOINT_KEYS, readEndpoints } from "./read_endpoints.ts";
import { type ReadPath, readPath } from "./read_path.ts";
import { parameterNames } from "./spec_path.ts";
import { type ItemSubroute, readRouteEndpoints, RESOURCE_KEYS } from "./read_resource.ts";

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
 * @returns The spec, or its errors in the order of the spec, and warnings. If `spec` is a value,
 * errors have a pointer, but no line.
 */
export function readSpec(spec: string | ApiSpecInput, options: ReadSpecOptions): SpecResult {
  if (typeof spec === "string") {
    const json = tryToParseJson(spec);
    if (!(json instanceof JsonSyntaxError)) return checkSpec(json, options, positionsIn(spec));
    return { spec: null, diagnostics: [notJson(json, spec, options.path)] };
  }
  const json = jsonOf(spec);
  if (!(json instanceof JsonSyntaxError)) return checkSpec(json, options);
  const message = `Invalid JSON in ${options.path} (${json.reason}).`;
  const where = { path: options.path, line: null, column: null, pointer: null };
  return { spec: null, diagnostics: [error("json-syntax", message, { where })] };
}

function notJson(problem: JsonSyntaxError, text: string, path: string): Diagnostic {
  if (isLikeOpenApi(text)) return openApiInstead(path);
  return { ...syntaxDiagnostic(problem, text, path), hint: kindHint(text) };
}

/** The smallest spec, for people who begin. */
const EXAMPLE = '{"routes": {"pets": {"type": "GET"}}}';

/** Returns the hint for a text that is no JSON because it is of another kind; `null` if it may be JSON. */
function kindHint(text: string): string | null {
  if (text.trim() === "") return `The spec is empty. Write ${EXAMPLE}`;
  if (isLikeYaml(text)) return `This looks like YAML. Write JSON: ${EXAMPLE}`;
  if (isLikeHtml(text)) return "This looks like a web page. Download the file itself";
  return null;
}

function openApiInstead(path: string): Diagnostic {
  const file = /^[\w./-]+$/.test(path) ? ` ${path}` : "";
  return error("spec-openapi", `'${quotable(path)}' is an OpenAPI document, not a spec.`, {
    hint: `'layerwright import${file} -o imported.json' makes a spec from it`,
  });
}

/** Checks a parsed spec. Without `position`, errors have no line. */
export function checkSpec(
  json: Json,
  options: ReadSpecOptions,
  position: (at: number) => Position | null = () => null,
): SpecResult {
  if (isOpenApi(json)) return { spec: null, diagnostics: [openApiInstead(options.path)] };
  const findings = new Findings(options.path);
  const spec = new SpecReader(findings, options.foldsCase ?? false).readTop(json);
  const diagnostics = findings.diagnostics(position);
  return { spec: hasErrors(diagnostics) ? null : spec, diagnostics };
}

/**
 * Reports whether a name is too long. The contents of a route or subroute with such a name are not
 * checked, because every error would repeat the name.
 */
function isTooLong(name: string): boolean {
  return name.length > MAX_NAME_LENGTH;
}

const TOP: SpecPlace = { words: "at top level", path: [] };

const SUBROUTE_KEYS: readonly string[] = ["path", ...ENDPOINT_KEYS];
const ROUTE_KEYS: readonly string[] = [...SUBROUTE_KEYS, ...RESOURCE_KEYS, "subroutes"];

class SpecReader {
  readonly #findings: Findings;
  readonly #foldsCase: boolean;
  readonly #paths: PlacedPath[] = [];

  constructor(findings: Findings, foldsCase: boolean) {
    this.#findings = findings;
    this.#foldsCase = foldsCase;
  }

  readTop(json: Json): ApiSpec {
    if (json.kind !== "object") {
      const message = "Spec must be a JSON object.";
      const hint = `Write ${EXAMPLE}`;
      this.#findings.error({ code: "spec-not-object", message, at: json.at, path: [], hint });
      return { description: null, routes: [] };
    }
    this.#findings.checkKeys(json, ["$schema", "project", "routes"], TOP);
    const description = this.#readDescription(json);
    const routes = this.#findings.object(json, "routes", TOP);
    if (memberValue(json, "routes") === undefined) {
      const message = "Key 'routes' missing at top level.";
      const hint = `Write ${EXAMPLE}`;
      this.#findings.error({ code: "spec-routes-missing", message, at: json.at, path: [], hint });
    } else if (routes?.members.length === 0) {
      const message = "'routes' cannot be empty.";
      const path = ["routes"];
      const hint = 'Add a route, such as "pets": {"type": "GET"}';
      this.#findings.error({ code: "spec-routes-empty", message, at: routes.at, path, hint });
    }
    return { description, routes: routes === null ? [] : this.#readRoutes(routes) };
  }

  #readDescription(top: JsonObject): string | null {
    const project = this.#findings.object(top, "project", TOP);
    if (project === null) return null;
    const place: SpecPlace = { words: "in 'project'", path: ["project"] };
    this.#findings.checkKeys(project, ["description"], place);
    return this.#findings.string(project, "description", place);
  }

  #readRoutes(routes: JsonObject): RouteSpec[] {
    this.#checkNames(routes, "Route", { words: "in 'routes'", path: ["routes"] });
    const read = routes.members.map((member) => this.#readRoute(member));
    for (const problem of overlappingPaths(this.#paths)) this.#findings.error(problem);
    return read;
  }

  #readRoute({ key: name, at, value }: JsonMember): RouteSpec {
    const place: SpecPlace = { words: `in route '${quotable(name)}'`, path: ["routes", name] };
    const unread = { name, path: `/${name}`, endpoints: [], subroutes: [] };
    this.#reportName(routeNameProblem(name), name, at, place);
    if (isTooLong(name)) return unread;
    if (value.kind !== "object") {
      this.#findings.shape(name, "an object", { ...place, words: "in 'routes'" }, value.at);
      return unread;
    }
    this.#findings.checkKeys(value, ROUTE_KEYS, place);
    const prefix = readPath(value, { ...place, name, ofRoute: true }, this.#findings);
    const subroutes = this.#findings.object(value, "subroutes", place);
    const mayBeEmpty = subroutes !== null && subroutes.members.length > 0;
    const own = { ...place, route: name, parameters: [], mayBeEmpty };
    const { endpoints, items } = readRouteEndpoints(value, own, this.#findings);
    const words = `route '${quotable(name)}'`;
    this.#place(prefix, { path: "", at: null }, { endpoints, at, keys: place.path, words });
    for (const item of items) this.#placeItem(prefix, item, { ...place, words });
    const others = subroutes === null ? [] : this.#readSubroutes(subroutes, name, prefix);
    return withCreatedIds({
      name,
      path: prefix?.path ?? unread.path,
      endpoints,
      subroutes: [...items.map(({ subroute }) => subroute), ...others],
    });
  }

  #placeItem(
    prefix: ReadPath | null,
    { subroute: { path, endpoints }, at }: ItemSubroute,
    { words, path: keys }: SpecPlace,
  ): void {
    this.#place(prefix, { path, at }, {
      endpoints,
      at,
      keys: [...keys, "resource"],
      words: `the items of ${words}`,
    });
  }

  #readSubroutes(subroutes: JsonObject, route: string, prefix: ReadPath | null): SubrouteSpec[] {
    const words = `in route '${quotable(route)}'`;
    const keys = ["routes", route, "subroutes"];
    this.#checkNames(subroutes, "Subroute", { words, path: keys });
    return subroutes.members.map(({ key: name, at, value }) => {
      const own = `subroute '${quotable(name)}' of route '${quotable(route)}'`;
      const place = { words: `in ${own}`, path: [...keys, name] };
      const unread = { name, path: `/${name}`, endpoints: [] };
      this.#reportName(subrouteNameProblem(name, route), name, at, place);
      if (isTooLong(name)) return unread;
      if (value.kind !== "object") {
        this.#findings.shape(name, "an object", { ...place, words }, value.at);
        return unread;
      }
      this.#findings.checkKeys(value, SUBROUTE_KEYS, place);
      const path = readPath(value, { ...place, name, ofRoute: false }, this.#findings);
      const endpoints = readEndpoints(
        value,
        { ...place, route, parameters: parameterNames(path?.path ?? ""), mayBeEmpty: false },
        this.#findings,
      );
      this.#place(prefix, path, { endpoints, at, keys: place.path, words: own });
      return { name, path: path?.path ?? unread.path, endpoints };
    });
  }

  /** Records the full path of endpoints, unless a part of the path is invalid. */
  #place(
    prefix: ReadPath | null,
    path: ReadPath | null,
    placed: Omit<PlacedPath, "path" | "isNamed">,
  ): void {
    if (prefix === null || path === null) return;
    const named = path.at ?? prefix.at;
    this.#paths.push({
      ...placed,
      path: prefix.path + path.path,
      isNamed: named !== null,
      at: path.at ?? placed.at,
    });
  }

  /** Checks that names are unique, and differ in more than case. */
  #checkNames(object: JsonObject, what: "Route" | "Subroute", place: SpecPlace): void {
    const seen = new Map<string, string>();
    for (const { key, at } of object.members) {
      const folded = key.toLowerCase();
      const other = seen.get(folded);
      seen.set(folded, key);
      if (other === undefined) continue;
      const path = [...place.path, key];
      if (other === key) {
        const message = `Duplicate ${what.toLowerCase()} name '${quotable(key)}' ${place.words}.`;
        this.#findings.error({ code: "spec-duplicate", message, at, path });
      } else {
        const message = `${what} names '${quotable(other)}' and '${
          quotable(key)
        }' differ only in case.`;
        const severity = this.#foldsCase ? "error" : "warning";
        this.#findings[severity]({ code: "spec-case", message, at, path });
      }
    }
  }

  #reportName(
    problem: NameProblem | null,
    name: string,
    at: number,
    { path }: SpecPlace,
  ): void {
    if (problem === null) return;
    const hint = newNameHint(name, (path) => `"path": "${path}"`);
    this.#findings.error({ ...problem, at, path, ...hint !== null && { hint } });
  }
}
