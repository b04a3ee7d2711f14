/** The states of a project's endpoints, compared with its records and with a spec. */

import type { Snapshot } from "../../core/change_set.ts";
import type { Analysis } from "../../project/routing/analysis.ts";
import {
  MissingRegistrations,
  registrationNote,
} from "../../project/routing/missing_registration.ts";
import type { Records } from "../../project/records/records.ts";
import { RouteHomes } from "../../project/homes/route_homes.ts";
import { type DefinitionRecord, type EndpointRecord } from "../../project/records/route_record.ts";
import { printedPath, requestKey } from "../../project/layout/url_paths.ts";
import type { Endpoint } from "../code/endpoint.ts";
import { type Handler, Handlers, type Pair, pairedEndpoints, pathOf } from "./paired_endpoints.ts";
import { endpointInput, isDecided } from "../code/route_definitions.ts";

/**
 * The agreement of an endpoint with the spec.
 *
 * - `conflict`: the spec changes the method or path of a handler that people edited
 * - `unregistered`: nothing registers its blueprint, so Flask answers 404
 * - `new`: the spec has it, and it was never generated
 * - `changed`: people changed its method or path
 * - `outdated`: as generated, while the spec asks for something else now
 * - `deleted`: it was generated, and people deleted it
 * - `extra`: it was generated from an earlier spec
 * - `same`: it answers as the spec says, or people wrote its code
 * - `beside`: a command or a person made it, so a spec need not have it
 */
export type Agreement =
  | "conflict"
  | "unregistered"
  | "new"
  | "changed"
  | "outdated"
  | "deleted"
  | "extra"
  | "same"
  | "beside";

/** Whose code answers: generated, edited, moved to another place, or never generated. */
export type CodeOwner = "generated" | "edited" | "moved" | "yours";

/** The state of one endpoint. */
export interface EndpointState {
  /** Its agreement with the spec. */
  readonly state: Agreement;
  /** The route's name; for code of other layouts, the name of the blueprint or its variable. */
  readonly route: string;
  /** The HTTP method in upper case; `?` if static analysis cannot determine it. */
  readonly method: string;
  /** The full URL path as specs write it, such as `/users/{id:int}`; `?` if it is unknown. */
  readonly path: string;
  /** The handler's file, relative to the project's root; `null` if there is no handler. */
  readonly file: string | null;
  /** 1-based line of the handler's decorator. */
  readonly line: number | null;
  /** `null` if there is no handler. */
  readonly code: CodeOwner | null;
  /**
   * The place of edited or moved code, the endpoint's earlier form, the form in the spec, or the
   * lines to add; may be empty.
   */
  readonly note: string;
}

/**
 * Agreements that count as drift: a client can notice the difference, or the next run of `generate
 * api` changes something.
 */
export const DRIFT: ReadonlySet<Agreement> = new Set<Agreement>([
  "conflict",
  "unregistered",
  "new",
  "changed",
  "outdated",
  "deleted",
  "extra",
]);

/** Everything that the state of a project is computed from. */
export interface StateInput {
  /** `null` if the project has no records. */
  readonly records: Records | null;
  /** The endpoints of the spec; `null` without a spec. */
  readonly wanted: readonly Endpoint[] | null;
  /** The analysis of the project's Python files. */
  readonly analysis: Pick<Analysis, "routes">;
  /** The project's Python files. */
  readonly files: Snapshot;
  /**
   * Reports whether to find out who wrote the code of an endpoint that follows the spec. By
   * default, for all endpoints.
   */
  readonly knowsCode?: (endpoint: Endpoint) => boolean;
}

/** Finds the state of every endpoint of the spec, the records and the code. Each endpoint is listed once. */
export function projectState(input: StateInput): readonly EndpointState[] {
  return comparedEndpoints(input).map(({ state }) => state);
}

/** An endpoint's state, with the endpoint of the spec that it is compared with. */
export interface ComparedEndpoint {
  readonly state: EndpointState;
  readonly endpoint: Endpoint | null;
}

/** Finds the states like {@linkcode projectState}. The spec's endpoints come first, in their order. */
export function comparedEndpoints(input: StateInput): readonly ComparedEndpoint[] {
  const handlers = new Handlers(input.analysis);
  const owners = new RouteHomes(input.files, input.records?.routes ?? new Map());
  const pairs = pairedEndpoints(input.records, input.wanted);
  const found = new Map(pairs.map((pair) => [pair, handlers.serving(pair)]));
  for (const [pair, handler] of found) {
    if (handler === undefined) found.set(pair, handlers.named(pair));
  }
  let missing: MissingRegistrations | undefined;
  const registration = (handler: Handler) => {
    const found = (missing ??= new MissingRegistrations(input.files)).of(handler);
    return found === null ? "" : registrationNote(found);
  };
  const { wanted, knowsCode = () => true } = input;
  const facts = { owners, hasSpec: wanted !== null, knowsCode, registration };
  return [
    ...pairs.flatMap((pair) =>
      stateOf(pair, found.get(pair), facts).map((state) => ({ state, endpoint: pair.endpoint }))
    ),
    ...handlers.rest().map((handler) => ({ state: ownState(handler, facts), endpoint: null })),
  ];
}

interface Facts {
  readonly owners: RouteHomes;
  readonly hasSpec: boolean;
  readonly knowsCode: (endpoint: Endpoint) => boolean;
  /** Tells how to register the blueprint of a handler. */
  readonly registration: (handler: Handler) => string;
}

function stateOf(
  pair: Pair,
  handler: Handler | undefined,
  { owners, hasSpec, knowsCode, registration }: Facts,
): readonly EndpointState[] {
  const { route, endpoint, record } = pair;
  const isPlain = endpoint !== null && follows(pair, handler) && !knowsCode(endpoint);
  const code = isPlain ? null : codeOf(route, record, handler, owners);
  const wanted = endpoint === null ? null : { method: endpoint.method, path: pathOf(endpoint) };
  const shown = handler ?? wanted ?? record;
  const base = {
    route,
    method: shown?.method ?? "?",
    path: printedPath(shown?.path ?? "?"),
    file: handler?.file ?? null,
    line: handler?.line ?? null,
    code: code?.owner ?? null,
    note: code?.note ?? "",
  };
  if (handler === undefined) {
    if (record === null) return [{ ...base, state: "new" }];
    const left = record.definitions.map((each) => owners.find(route, each))
      .find((each) => each !== null);
    const isLeft = left !== undefined;
    const isSettled = isKept(endpoint, record, hasSpec);
    if (isSettled || !hasSpec && !isLeft) return [];
    if (hasSpec && endpoint === null && !isLeft) return [];
    const note = isLeft ? `left in ${left.path}:${left.line}` : "";
    return [{ ...base, state: "deleted", note }];
  }
  if (!handler.registered) {
    return [{ ...base, state: "unregistered", note: registration(handler) }];
  }
  const state = agreementOf(pair, handler, code?.owner === "edited", hasSpec);
  return [{ ...base, state, note: noteOf(state, pair, handler) ?? base.note }];
}

/** Reports whether people decided that an endpoint need not follow the spec. Without a spec, any decision holds. */
function isKept(endpoint: Endpoint | null, { kept }: EndpointRecord, hasSpec: boolean): boolean {
  return endpoint === null ? !hasSpec && kept !== null : isDecided(endpoint, kept);
}

/** Reports whether an endpoint is served and recorded as the spec wants it, whoever wrote its code. */
function follows({ endpoint, record }: Pair, handler: Handler | undefined): boolean {
  if (endpoint === null || record === null || handler === undefined) return false;
  return record.input === endpointInput(endpoint) &&
    requestKey(handler.method, handler.path ?? "?") ===
      requestKey(endpoint.method, pathOf(endpoint));
}

/**
 * Describes how an endpoint's method or path differs from the record or the spec; `null` if there
 * is no difference.
 */
function noteOf(
  state: Agreement,
  { route, endpoint, record }: Pair,
  handler: Handler,
): string | null {
  if (state === "changed" && record !== null) return `was ${apart(record, handler)}`;
  if (endpoint === null || state !== "conflict" && state !== "outdated") return null;
  if (route !== endpoint.route) {
    return `'layerwright rename route ${route} ${endpoint.route}' gives the route its name in the spec`;
  }
  const wanted = { method: endpoint.method, path: pathOf(endpoint) };
  const isSame =
    requestKey(wanted.method, wanted.path) === requestKey(handler.method, handler.path ?? "?");
  return isSame ? null : `the spec wants ${apart(wanted, handler)}`;
}

/** Formats the path of an endpoint, with its method in front if the methods differ. */
function apart(
  { method, path }: Pick<EndpointRecord, "method" | "path">,
  other: Pick<Handler, "method">,
): string {
  const printed = printedPath(path);
  return method === other.method ? printed : `${method} ${printed}`;
}

function agreementOf(
  { endpoint, record }: Pair,
  handler: Handler,
  isEdited: boolean,
  hasSpec: boolean,
): Agreement {
  const served = requestKey(handler.method, handler.path ?? "?");
  const recorded = record === null ? null : requestKey(record.method, record.path);
  if (record !== null && isKept(endpoint, record, hasSpec)) return "same";
  if (endpoint === null) {
    if (recorded !== null && served !== recorded) return "changed";
    if (!hasSpec) return record === null ? "beside" : "same";
    return record?.origin === "spec" ? "extra" : "beside";
  }
  const wanted = requestKey(endpoint.method, pathOf(endpoint));
  if (record === null) return "same";
  if (served !== wanted) {
    if (served !== recorded) return wanted === recorded ? "changed" : "conflict";
    return isEdited ? "conflict" : "outdated";
  }
  const isFollowed = record.input === null || record.input === endpointInput(endpoint);
  return isFollowed || isEdited ? "same" : "outdated";
}

/** Returns the owner of an endpoint's code, and the first place that people edited or moved. */
function codeOf(
  route: string,
  record: EndpointRecord | null,
  handler: Handler | undefined,
  owners: RouteHomes,
): { readonly owner: CodeOwner; readonly note: string } | null {
  if (handler === undefined) return null;
  if (record === null) return { owner: "yours", note: "" };
  const answering = record.definitions.filter(answers).map((each) => owners.find(route, each));
  const edited = answering.find((each) => each === null || each.edited);
  if (edited !== undefined) {
    return { owner: "edited", note: edited === null ? "" : `${edited.path}:${edited.line}` };
  }
  const moved = answering.find((each) => each?.moved);
  if (moved === undefined || moved === null) return { owner: "generated", note: "" };
  return { owner: "moved", note: `${moved.path}:${moved.line}` };
}

function answers({ layer }: DefinitionRecord): boolean {
  return layer === "route" || layer === "service" || layer === "repository";
}

/** Returns the state of an endpoint that a person made. */
function ownState(handler: Handler, { registration }: Pick<Facts, "registration">): EndpointState {
  const { route, method, path, file, line, registered } = handler;
  return {
    state: registered ? "beside" : "unregistered",
    route,
    method,
    path: printedPath(path ?? "?"),
    file,
    line,
    code: "yours",
    note: registered ? "" : registration(handler),
  };
}
