/** Reads the endpoints that a command adds, in the form of a spec. */

import { type Diagnostic, error, hasErrors } from "../core/diagnostic.ts";
import { type Json, JsonSyntaxError } from "../core/json.ts";
import { number, object, text } from "../core/json_nodes.ts";
import { jsonOf, type JsonValue } from "../core/json_value.ts";
import { positionAt, tryToParseJson } from "../core/json_text.ts";
import {
  defaultStatus,
  type EndpointSpec,
  type Method,
  optionalParts,
  type RouteSpec,
  takesBody,
} from "../spec/api_spec.ts";
import type { ErrorsInput, ListInput, SubroutesInput } from "../spec/api_spec_input.ts";
import { newNameHint, routeNameProblem, subrouteNameProblem } from "../spec/name_problem.ts";
import { checkSpec } from "../spec/read_spec.ts";
import type { Given } from "./commands.ts";
import { checkMock, JSON_PARTS, type JsonPart, readable } from "./json_option.ts";

/** Options for the endpoints that a command adds at a path. */
export interface EndpointOptions {
  /** The HTTP method; default: `GET`. */
  readonly type?: Method;
  /** The HTTP methods, in place of `type`. All of them have the same status, query, headers, list, body, mock and errors. */
  readonly methods?: readonly Method[];
  /** The status of the response, from 200 to 299; default: 201 for POST, else 200. */
  readonly status?: number;
  /**
   * An example of each parameter of the query, as in a spec: queries that do not fit get a 422
   * response. A key that ends with a question mark may be absent.
   */
  readonly query?: Readonly<Record<string, JsonValue>>;
  /** An example of each header, as in a spec; checked with the query. */
  readonly headers?: Readonly<Record<string, JsonValue>>;
  /**
   * For a GET whose mock is a list: clients page the list with the parameters `limit` and `offset`,
   * filter it by fields and sort it.
   */
  readonly list?: ListInput;
  /**
   * An example of the request's body, for POST and PUT: bodies of the wrong shape get a 422
   * response. A key that ends with a question mark may be absent. Without an example, any JSON is
   * accepted.
   */
  readonly body?: JsonValue;
  /** The response of the endpoint; by default, a generated sentence. */
  readonly mock?: JsonValue;
  /** The errors that the endpoint documents by status, as in a spec; they are never sent by themselves. */
  readonly errors?: ErrorsInput;
}

/** The option for the project's folder. */
export interface FolderOption {
  /** The path of the project's folder in suggested commands; default: the current folder. */
  readonly folder?: string;
}

/** The names of an endpoint that a command adds or changes. */
export interface EndpointNames {
  readonly route: string;
  /** `null` for the route itself. */
  readonly subroute: string | null;
}

/** The added endpoints, as a route of a spec. */
export interface Addition {
  /** The route with only the added endpoints; `null` if there are errors. */
  readonly route: RouteSpec | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The arguments of a command that adds endpoints. */
export type AdditionInput = Omit<Given<"generate route">, "route">;

/** Reads the endpoints that a command adds, with all checks of the spec reader. */
export function readAddition(names: EndpointNames, input: AdditionInput): Addition {
  const wrong = newNameProblems(names);
  const parts = JSON_PARTS.map((part) => {
    const read = part === "mock" ? checkMock(input.mock, placeWords(names)) : readable(input[part]);
    return { part, ...read };
  });
  const methods = input.methods ?? [input.type ?? "GET"];
  const subroutes = wrong.length > 0 || input.subroutes === undefined
    ? null
    : parseSubroutes(input.subroutes, names.route);
  const diagnostics = [
    ...wrong,
    ...methodProblems(methods, input, names),
    ...parts.flatMap((each) => each.diagnostics),
    ...subroutes !== null && "severity" in subroutes ? [subroutes] : [],
  ];
  if (wrong.length > 0) return { route: null, diagnostics };
  const json = Object.fromEntries(
    parts.map(({ part, value, diagnostics }) => [part, diagnostics.length === 0 ? value : null]),
  ) as Record<JsonPart, Json | null>;
  const written = writtenPath(methods, { ...input, ...json });
  const own = subroutes === null || "severity" in subroutes
    ? []
    : [["subroutes", subroutes]] as const;
  const read = readRoute(names.route, atPlace(names, object([...written, ...own])), diagnostics);
  if (read.route === null) return read;
  const { status } = input;
  return { ...read, route: withMethods(read.route, names, { methods, status }) };
}

/**
 * Reads a route with all checks of the spec reader.
 *
 * @param written The route, as in a spec.
 * @param before Diagnostics to list first. If they include an error, the returned route is `null`.
 */
export function readRoute(name: string, written: Json, before: readonly Diagnostic[]): Addition {
  const json = object([["routes", object([[name, written]])]]);
  const { spec, diagnostics } = checkSpec(json, { path: "spec.json", foldsCase: false });
  // The caller never sees the spec that was built above, so positions in it would mislead.
  const all = [...before, ...diagnostics.map((each) => ({ ...each, where: null }))];
  return { route: hasErrors(all) ? null : spec?.routes[0] ?? null, diagnostics: all };
}

/** Returns the words that name the route or subroute in messages. */
export function placeWords({ route, subroute }: EndpointNames): string {
  return subroute === null
    ? `for route '${route}'`
    : `for subroute '${subroute}' of route '${route}'`;
}

/** Checks the names of a new route and of its subroute. */
export function newNameProblems(names: EndpointNames): readonly Diagnostic[] {
  return nameProblems(names, (name) => newNameHint(name, (path) => `--path ${path}`));
}

/**
 * Checks the names of a route and of its subroute.
 *
 * @param hintOf Returns the hint for an invalid name.
 */
export function nameProblems(
  { route, subroute }: EndpointNames,
  hintOf: (name: string) => string | null = () => null,
): readonly Diagnostic[] {
  const problems = [
    { name: route, problem: routeNameProblem(route) },
    ...subroute === null ? [] : [{ name: subroute, problem: subrouteNameProblem(subroute, route) }],
  ];
  return problems.flatMap(({ name, problem }) => {
    if (problem === null) return [];
    const hint = hintOf(name);
    return [error(problem.code, problem.message, hint === null ? {} : { hint })];
  });
}

function methodProblems(
  methods: readonly Method[],
  { type, methods: given }: Pick<AdditionInput, "type" | "methods">,
  names: EndpointNames,
): readonly Diagnostic[] {
  if (type !== undefined && given !== undefined) {
    return [error("usage-argument", "Cannot use 'type' with 'methods'.")];
  }
  const repeated = new Set(methods.filter((each, index) => methods.indexOf(each) < index));
  return [...repeated].map((method) =>
    error("spec-duplicate", `Duplicate method '${method}' ${placeWords(names)}.`)
  );
}

/** The members of an object. Members with the value `undefined` are left out. */
type Members = readonly (readonly [string, Json | undefined])[];

/**
 * Writes the members of a path in a spec. Writes only one of the methods, because the others have
 * the same status, query, headers, list, body, mock and errors; {@linkcode withMethods} adds them.
 */
function writtenPath(
  methods: readonly Method[],
  { path, status, ...parts }:
    & Pick<AdditionInput, "path" | "status">
    & Readonly<Record<JsonPart, Json | null>>,
): Members {
  const method = methods.find(takesBody) ?? methods[0];
  return [
    method === undefined ? ["methods", object([])] : ["type", text(method)],
    ["path", path === undefined ? undefined : text(path)],
    ["status", status === undefined ? undefined : number(status)],
    ...JSON_PARTS.map((part) => [part, parts[part] ?? undefined] as const),
  ];
}

/**
 * Returns the route as in a spec: `written` itself, or a route with `written` as its only subroute.
 */
function atPlace({ subroute }: EndpointNames, written: Json): Json {
  if (subroute === null) return written;
  return object([["methods", object([])], ["subroutes", object([[subroute, written]])]]);
}

/** Adds the remaining methods to the route or subroute that was read with one method. */
function withMethods(
  route: RouteSpec,
  { subroute }: EndpointNames,
  { methods, status }: { readonly methods: readonly Method[]; readonly status: number | undefined },
): RouteSpec {
  const all = (endpoints: readonly EndpointSpec[]) =>
    endpoints.flatMap(({ mock, ...parts }) =>
      methods.map((method): EndpointSpec => ({
        method,
        status: status ?? defaultStatus(method),
        mock,
        ...optionalParts({ ...parts, ...(!takesBody(method) && { body: null }) }),
      }))
    );
  if (subroute === null) return { ...route, endpoints: all(route.endpoints) };
  const subroutes = route.subroutes.map((each) => ({ ...each, endpoints: all(each.endpoints) }));
  return { ...route, subroutes };
}

function parseSubroutes(subroutes: string | SubroutesInput, route: string): Json | Diagnostic {
  const parsed = typeof subroutes === "string" ? tryToParseJson(subroutes) : jsonOf(subroutes);
  if (!(parsed instanceof JsonSyntaxError)) return parsed;
  const invalid = `Invalid subroutes for route '${route}'`;
  if (typeof subroutes !== "string") return error("json-syntax", `${invalid} (${parsed.reason}).`);
  const { line, column } = positionAt(subroutes, parsed.at);
  return error("json-syntax", `${invalid} (not JSON at ${line}:${column}: ${parsed.reason}).`);
}
