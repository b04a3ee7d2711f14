/** Changes the mock, the query, the headers, the list, the body, the status or the errors of an endpoint. */

import { type Diagnostic, error, hasErrors } from "../core/diagnostic.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { object } from "../core/json_nodes.ts";
import type { JsonValue } from "../core/json_value.ts";
import { type Report, report } from "../core/report.ts";
import { changePlanner } from "../generators/change/planner.ts";
import type { EndpointChange } from "../generators/change/changed_endpoint.ts";
import type { GeneratedEndpoints } from "../generators/plans/plan.ts";
import { isSuccess, type Method } from "../spec/api_spec.ts";
import { bodyProblems } from "../spec/body.ts";
import { readErrors } from "../spec/errors.ts";
import { Findings } from "../spec/findings.ts";
import { objectHint, statusHint } from "../spec/value_hints.ts";
import type { Workspace } from "../workspace/workspace.ts";
import {
  type EndpointNames,
  type FolderOption,
  nameProblems,
  placeWords,
} from "./added_endpoints.ts";
import type { Given } from "./commands.ts";
import { invocationOf } from "./invocation.ts";
import {
  checkMock,
  JSON_PARTS,
  jsonParts,
  OBJECT_PARTS,
  type ObjectPart,
  readable,
} from "./json_option.ts";
import { type RunOptions, runPlanner } from "./run_planner.ts";
import type { ErrorsInput, ListInput } from "../spec/api_spec_input.ts";

/** Options of {@linkcode changeRoute} and {@linkcode changeSubroute}: the new parts of the endpoint. */
export interface ChangeOptions extends RunOptions {
  /** The HTTP method of the endpoint; by default, the only one of the path. */
  readonly type?: Method;
  /** The new status of the response, from 200 to 299. 204 and 205 remove the mock. */
  readonly status?: number;
  /** The new example of the query, as in a spec; `null`, or one without members, reads no query. */
  readonly query?: Readonly<Record<string, JsonValue>> | null;
  /** The new example of the headers, like `query`. */
  readonly headers?: Readonly<Record<string, JsonValue>> | null;
  /** What clients can ask of the list; `null` gives the whole list. */
  readonly list?: ListInput | null;
  /** The new example of the request's body, for POST and PUT; `null` accepts any JSON. */
  readonly body?: JsonValue;
  /** The new response. */
  readonly mock?: JsonValue;
  /** All errors that the endpoint documents from now on, as in a spec; `null` documents none. */
  readonly errors?: ErrorsInput | null;
  /** Leave edited code that would have to change, and change the rest; default: `false`, refuse. */
  readonly keepEdited?: boolean;
  /** Replace edited code; copies go to `.layerwright/backup`. */
  readonly force?: boolean;
}

/**
 * Changes the endpoint at a route's own path: its mock, query, headers, list, its body, status or
 * errors, at least one of them.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param options The new parts, the method, and whether to write.
 * @returns The report: `applied` or `planned`; `unchanged` if the endpoint is like that already; `refused` if
 * people edited code that would have to change; `failed` if the endpoint was not generated.
 *
 * @example
 * ```ts
 * import { changeRoute, createMemoryWorkspace, generateApi } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", { routes: { ping: { type: "GET", mock: "pong" } } });
 * const { message } = await changeRoute(workspace, "ping", { mock: { ok: true } });
 * equal(message, "Changed GET /ping");
 * ```
 */
export function changeRoute(
  workspace: Workspace,
  route: string,
  options: ChangeOptions,
): Promise<Report<GeneratedEndpoints>> {
  const names = { route, subroute: null };
  return changeEndpoint(workspace, names, parsed(names, options));
}

/**
 * Changes an endpoint of a subroute like {@linkcode changeRoute}.
 *
 * @param workspace The project's own folder.
 * @param route The route's name.
 * @param subroute The subroute's name.
 * @param options The new parts, the method, and whether to write.
 * @returns The report, as of {@linkcode changeRoute}.
 *
 * @example
 * ```ts
 * import { changeSubroute, createMemoryWorkspace, generateApi } from "@layerwright/layerwright";
 * import { equal } from "node:assert/strict";
 *
 * const workspace = createMemoryWorkspace();
 * await generateApi(workspace, "shop", {
 *   routes: { orders: { type: "GET", subroutes: { open: { type: "GET" } } } },
 * });
 * const { message } = await changeSubroute(workspace, "orders", "open", { mock: [{ id: 9 }] });
 * equal(message, "Changed GET /orders/open");
 * ```
 */
export function changeSubroute(
  workspace: Workspace,
  route: string,
  subroute: string,
  options: ChangeOptions,
): Promise<Report<GeneratedEndpoints>> {
  const names = { route, subroute };
  return changeEndpoint(workspace, names, parsed(names, options));
}

/** The arguments of both commands, besides the names. */
type Changed = Omit<Given<"change route">, "route"> & RunOptions & FolderOption;

function parsed(names: EndpointNames, options: ChangeOptions): Changed {
  return { ...options, ...jsonParts(options, placeWords(names)) };
}

/** Changes an endpoint like {@linkcode changeRoute}, with parsed JSON. */
export async function changeEndpoint(
  workspace: Workspace,
  names: EndpointNames,
  options: Changed,
): Promise<Report<GeneratedEndpoints>> {
  const { route, subroute } = names;
  const invocation = subroute === null
    ? invocationOf("change route", { ...options, route })
    : invocationOf("change subroute", { ...options, route, subroute });
  const { command } = invocation;
  const { change, diagnostics } = readChange(names, options);
  if (hasErrors(diagnostics)) return report(command, "failed", { diagnostics });
  const { type: method = null, keepEdited = false, force = false, folder = "" } = options;
  const edited = force ? "replace" : keepEdited ? "keep" : "refuse";
  const planner = changePlanner({ ...names, method, change, edited, folder });
  return await runPlanner({ invocation, workspace, options, diagnostics, planner });
}

/** Reads the new parts of an endpoint, with all checks of the spec reader. */
function readChange(names: EndpointNames, { status, ...options }: Changed) {
  const place = placeWords(names);
  const mock = checkMock(options.mock, place);
  const parameters = OBJECT_PARTS.map((part) => [part, readable(options[part])] as const);
  const body = readable(options.body);
  const problems = body.value === null ? [] : bodyProblems(body.value, place);
  const change: EndpointChange = {
    ...(mock.value !== null && { mock: mock.value }),
    ...Object.fromEntries(parameters.flatMap(changedPart)),
    ...(body.value !== null && { body: body.value.kind === "null" ? null : body.value }),
    ...(status !== undefined && { status }),
  };
  const isGiven = JSON_PARTS.some((part) => Boolean(options[part]));
  const diagnostics = [
    ...nameProblems(names),
    ...mock.diagnostics,
    ...parameters.flatMap(([part, { value, diagnostics }]) => [
      ...diagnostics,
      ...part === "errors" ? errorsProblems(value, place) : shapeProblems(part, value, place),
    ]),
    ...body.diagnostics,
    ...problems.map(({ code, message, hint }) =>
      error(code, message, hint === undefined ? {} : { hint })
    ),
    ...(status === undefined || isSuccess(status) ? [] : [error(
      "spec-status",
      `'status' must be an integer from 200 to 299 ${place}.`,
      statusHint(status),
    )]),
    ...(isGiven || status !== undefined ? [] : [
      error("usage-argument", "Nothing to change.", {
        hint: "Pass --mock, --query, --headers, --list, --body, --status or --error",
      }),
    ]),
  ];
  return { change, diagnostics };
}

/** Returns a new part; `null` for none, and for a query, headers or errors without members. */
function changedPart(
  [part, { value }]: readonly [ObjectPart, { readonly value: Json | null }],
): readonly (readonly [ObjectPart, JsonObject | null])[] {
  if (value?.kind === "null") return [[part, null]];
  const isNone = value?.kind === "object" && part !== "list" && value.members.length === 0;
  return value?.kind === "object" ? [[part, isNone ? null : value]] : [];
}

function shapeProblems(
  part: ObjectPart,
  value: Json | null,
  place: string,
): readonly Diagnostic[] {
  const isFit = value === null || value.kind === "object" || value.kind === "null";
  if (isFit) return [];
  return [error("spec-shape", `'${part}' must be an object ${place}.`, objectHint(part))];
}

/** Checks errors as the spec reader does. */
function errorsProblems(value: Json | null, place: string): readonly Diagnostic[] {
  if (value === null || value.kind === "null") return [];
  const findings = new Findings("");
  readErrors(object([["errors", value]]), { words: place, path: [] }, findings);
  return findings.diagnostics(() => null).map((each) => ({ ...each, where: null }));
}
