/** The handlers that a run adds to a route, in the form of the handlers that the route has. */

import type { Diagnostic } from "../../core/diagnostic.ts";
import type { Snapshot } from "../../core/change_set.ts";
import type { RouteHome } from "../../project/homes/route_home.ts";
import { definitionKey, type DefinitionRecord } from "../../project/records/route_record.ts";
import { findClass, findMethod } from "../../project/semantics/service_class.ts";
import type { AppendOptions } from "../../python/edit.ts";
import type { CodePart } from "../code/code_part.ts";
import { type Endpoint, freeHandlerName, mountedAt } from "../code/endpoint.ts";
import { type EndpointTypes, typesWithoutModels } from "../code/models.ts";
import type { RouteCode } from "../code/route_files.ts";
import { type EndpointAction, leave } from "../compare/action.ts";
import type { ProjectDraft } from "../edits/project_draft.ts";
import { layerProblems, testsKept } from "../handlers/layers.ts";
import { NewHandlers } from "../handlers/new_handlers.ts";
import { readRouteModule, type RouteModule, takenNames } from "../handlers/route_module.ts";

/** A handler to add, and its test. */
export interface AddedHandler {
  readonly handler: CodePart;
  /** `null` if the tests of the route cannot take it. */
  readonly test: CodePart | null;
  /** The function through which it reaches the service, if that function does not exist yet. */
  readonly wiring: CodePart | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** The handlers that a run adds to a route. */
export interface AddedHandlers {
  readonly handlers: ReadonlyMap<Endpoint, AddedHandler>;
  /** The actions for the endpoints of the route. What cannot be written is left, with the reason. */
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
  /** The place of the first handler. */
  readonly place: AppendOptions;
}

/** A route that endpoints are written to. */
export interface GrowingRoute {
  readonly code: RouteCode;
  readonly home: RouteHome;
  /** The recorded definitions of each endpoint. */
  readonly recordedOf: (endpoint: Endpoint) => readonly DefinitionRecord[];
  readonly actions: ReadonlyMap<Endpoint, EndpointAction>;
}

/**
 * Finds the form of the handlers that a run adds.
 *
 * @param draft The project, with the routes that were written before.
 * @param files The project's files before any route was written.
 */
export function addedHandlers(
  route: GrowingRoute,
  draft: ProjectDraft,
  files: Snapshot,
): AddedHandlers {
  const { code, home, actions } = route;
  const written = [...actions].filter(([, { writing }]) => writing !== null);
  const broken = brokenFile(home, draft);
  const module = broken ?? readModule(home, draft, files);
  const form = typeof module === "string" ? null : new NewHandlers(home, module, draft);
  const names = typeof module === "string" ? new Set<string>() : new Set(takenNames(module.module));
  const types = new Map(code.endpoints.map((each, index) => [each, code.types[index]]));
  const handlers = new Map<Endpoint, AddedHandler>();
  const after = new Map(actions);
  for (const [endpoint, { writing }] of written) {
    const isWhole = writing === "update" || writing !== "add" && hasHandler(route, endpoint);
    if (isWhole && broken === null) continue;
    const taken = writing === "add" ? takenMethod(endpoint, home, draft) : null;
    const added = form === null || typeof module === "string"
      ? String(module)
      : taken ?? addedHandler(endpoint, { types, home, draft, form, module, names });
    if (typeof added !== "string") handlers.set(endpoint, added);
    else after.set(endpoint, leave(writing === "add" ? "unplaced" : "deleted", added));
  }
  return { handlers, actions: after, place: typeof module === "string" ? {} : module.place };
}

/** Reads the module of a route; the reason why handlers cannot be added if that is impossible. */
function readModule(home: RouteHome, draft: ProjectDraft, files: Snapshot): RouteModule | string {
  const text = draft.module(home.paths.route)?.module.source;
  if (text === undefined) return "its route's module was moved or deleted, and not found";
  const module = readRouteModule(home, text, files);
  return "severity" in module ? module.message : module;
}

function brokenFile({ paths }: RouteHome, draft: ProjectDraft): string | null {
  for (const path of Object.values(paths)) {
    const [problem] = draft.module(path)?.module.problems ?? [];
    if (problem !== undefined) return `${path}:${problem.line} does not parse`;
  }
  return null;
}

function hasHandler({ home, recordedOf }: GrowingRoute, endpoint: Endpoint): boolean {
  return recordedOf(endpoint).some((each) =>
    each.layer === "route" && home.found.has(definitionKey(each))
  );
}

/** Describes a method that already has the name of a new one; `null` if there is none. */
function takenMethod(
  { serviceMethod, repositoryMethod }: Endpoint,
  { paths, service, repository }: RouteHome,
  draft: ProjectDraft,
): string | null {
  const names = [
    [paths.service, service, serviceMethod],
    [paths.repository, repository, repositoryMethod],
  ] as const;
  for (const [path, className, name] of names) {
    const module = draft.module(path)?.module;
    const found = module === undefined ? undefined : findClass(module, className);
    const method = found === undefined ? undefined : findMethod(found, name);
    const row = method === undefined ? undefined : module?.lines[method.header]?.row;
    if (row !== undefined) return `${path}:${row} already has '${className}.${name}'`;
  }
  return null;
}

interface HandlerContext {
  readonly types: ReadonlyMap<Endpoint, EndpointTypes | undefined>;
  readonly home: RouteHome;
  readonly draft: ProjectDraft;
  readonly form: NewHandlers;
  readonly module: RouteModule;
  /** The names that the route's module binds, and those of the handlers added before. */
  readonly names: Set<string>;
}

/** Returns a handler to add, or the reason why it cannot be written. */
function addedHandler(
  endpoint: Endpoint,
  { types: all, home, draft, form, module, names }: HandlerContext,
): AddedHandler | string {
  const name = freeHandlerName(endpoint.handler, names);
  const placed = { ...mountedAt(endpoint, module.prefix), handler: name };
  const handler = form.of(placed);
  const [problem] = layerProblems(placed, handler, home, draft);
  if ("severity" in handler || problem !== undefined) return problem?.message ?? "";
  names.add(name);
  const types = all.get(endpoint) ?? typesWithoutModels(endpoint);
  const untested = form.untested(handler);
  return {
    handler: form.code(placed, types, handler),
    test: untested === null ? form.test(placed, types, handler) : null,
    wiring: handler.wiring,
    diagnostics: [
      ...handler.diagnostics,
      ...(untested === null ? [] : [testsKept(home.paths.test, untested)]),
    ],
  };
}
